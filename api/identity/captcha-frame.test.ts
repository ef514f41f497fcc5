import { runInNewContext } from "node:vm";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import type { Settings } from "#platform/settings/settings.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";

import { captchaFrameScript } from "./captcha-frame.ts";

const setUp = {
  captchaVerifyAddress: "https://captcha.example/siteverify",
  captchaScriptAddress: "https://captcha.example/api.js?render=key&x=<\"'",
  captchaSiteKey: "the-site-key",
  captchaSecret: new Secret("the-secret-of-the-captcha"),
};
let api: TestApi;
let settings: { -readonly [Name in keyof Settings]: Settings[Name] };
beforeAll(async () => {
  api = await openTestApi();
  settings = api.context.settings;
});
afterAll(() => api.close());
beforeEach(() => void Object.assign(settings, setUp));

const get = (path = "/identity/captcha") => api.send("GET", path);

describe("the page of a CAPTCHA", () => {
  it.each(["captchaScriptAddress", "captchaSiteKey", "captchaVerifyAddress", "captchaSecret"] as const)(
    "is not there, and in no frame, where there is no %s",
    async (name) => {
      settings[name] = null;
      const { status, json, headers } = await get();
      expect([status, json.error.code, headers["x-frame-options"]]).toEqual([404, "NOT_FOUND", "DENY"]);
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    },
  );

  it.each(["POST", "PATCH", "DELETE"])("is not written: %s", async (method) => {
    for (const path of ["/identity/captcha", captchaFrameScript.path]) {
      const { status, headers } = await api.send(method, path, method === "DELETE" ? {} : { body: {} });
      expect([path, status, headers["allow"]]).toEqual([path, 405, "GET, HEAD, OPTIONS"]);
    }
  });

  it("loads the script of the setting and one of ours, and is framed by this service alone", async () => {
    const { status, text, headers } = await get();
    expect([status, headers["content-type"], headers["x-frame-options"]]).toEqual([
      200,
      "text/html; charset=utf-8",
      "SAMEORIGIN",
    ]);
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self' https://captcha.example; connect-src https://captcha.example; frame-src https://captcha.example; form-action 'none'; frame-ancestors 'self'; base-uri 'none'",
    );
    expect([...text.matchAll(/<script src="([^"]*)"/g)].map(([, source]) => source)).toEqual([
      "https://captcha.example/api.js?render=key&amp;x=&lt;&quot;&#39;",
      "/identity/captcha/frame.js",
    ]);
    expect(text).toContain("{&quot;siteKey&quot;:&quot;the-site-key&quot;,&quot;action&quot;:&quot;sign_in&quot;}");
    expect(text).not.toContain("the-secret-of-the-captcha");
  });

  it("takes nothing from its address", async () => {
    const query = "scriptAddress=https://evil.example/x.js&siteKey=evil&action=evil";
    const [plain, asked] = await Promise.all([get(), get(`/identity/captcha?${query}`)]);
    expect([asked.status, asked.text]).toEqual([plain.status, plain.text]);
    expect(asked.headers["content-security-policy"]).toBe(plain.headers["content-security-policy"]);
  });
});

/** Runs the script as a frame does. Returns its listeners, and the messages to the page around it. */
async function runScript({ token, isAlone = false }: { token?: () => Promise<string>; isAlone?: boolean } = {}) {
  const { text, headers } = await get(captchaFrameScript.path);
  expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
  const told: unknown[][] = [];
  const asked: unknown[][] = [];
  const parent = { postMessage: (...said: unknown[]) => void told.push(said) };
  let listens: (message: object) => void = () => undefined;
  const options = JSON.stringify({ siteKey: "the-site-key", action: "sign_in" });
  const execute = (...how: unknown[]) => {
    asked.push(how);
    return token?.();
  };
  const frame: Record<string, unknown> = {
    document: { currentScript: { dataset: { captcha: options } } },
    location: { origin: "https://gatehouse.example" },
    addEventListener: (_name: string, listener: typeof listens) => (listens = listener),
    ...(token !== undefined && { grecaptcha: { ready: (then: () => void) => then(), execute } }),
  };
  frame["window"] = frame;
  frame["parent"] = isAlone ? frame : parent;
  if (isAlone) frame["postMessage"] = parent.postMessage;
  runInNewContext(text, frame);
  const good = { origin: "https://gatehouse.example", source: frame["parent"], data: "gatehouse.captcha.ask" };
  return { told, asked, hear: (message: object) => listens({ ...good, ...message }) };
}

describe("the script of that page", () => {
  it.each([
    ["is from another origin", { origin: "https://evil.example" }],
    ["is from a document without one", { origin: "null" }],
    ["is from another window than that around it", { source: {} }],
    ["has no words", { data: undefined }],
    ["has other words", { data: "gatehouse.captcha.token" }],
    ["is an object", { data: { kind: "gatehouse.captcha.ask", siteKey: "evil" } }],
  ])("answers no message that %s", async (_name, message) => {
    const { told, asked, hear } = await runScript({ token: () => Promise.resolve("a.token") });
    hear(message);
    await new Promise(setImmediate);
    expect([asked, told]).toEqual([[], []]);
  });

  it("answers nobody where there is no frame", async () => {
    const { told, asked, hear } = await runScript({ token: () => Promise.resolve("a.token"), isAlone: true });
    hear({});
    await new Promise(setImmediate);
    expect([asked, told]).toEqual([[], []]);
  });

  it("tells the page around it alone what the CAPTCHA gives", async () => {
    const { told, asked, hear } = await runScript({ token: () => Promise.resolve("a.token") });
    hear({});
    await expect
      .poll(() => told)
      .toEqual([[{ kind: "gatehouse.captcha.token", token: "a.token" }, "https://gatehouse.example"]]);
    expect(asked).toEqual([["the-site-key", { action: "sign_in" }]]);
  });

  it.each([
    ["is not there", () => ({})],
    ["refuses", () => ({ token: () => Promise.reject(new Error("no such site key")) })],
  ])("says that there is nothing where the CAPTCHA %s", async (_name, captcha) => {
    const { told, hear } = await runScript(captcha());
    hear({});
    await expect.poll(() => told).toEqual([[{ kind: "gatehouse.captcha.failed" }, "https://gatehouse.example"]]);
  });
});
