import { afterEach, describe, expect, it, vi } from "vitest";

import { proxyPaths } from "#domain/proxies/proxy-call.ts";
import { ManualClock } from "#platform/clock.ts";
import { inParallel } from "#platform/in-parallel.ts";
import type { Settings } from "#platform/settings/settings.ts";
import { openTestApi, type TestAnswer, type TestApi } from "#test/support/api.ts";
import { register } from "#test/support/registered-clients.ts";

let api: TestApi;
const clock = new ManualClock();
const open = async (settings: Partial<Settings> = {}) => {
  api = await openTestApi({ clock, settings, checks: { database: async () => undefined } });
};
afterEach(async () => {
  vi.restoreAllMocks();
  await api.close();
});

const statusAndRetry = ({ status, headers }: TestAnswer) => [status, headers["retry-after"]];
const addressOf = (path: string) => path.replaceAll(/\(\{\w+\}\)/g, "('x')");
const from = (address: string) => ({ "x-forwarded-for": address });

describe("rate limits", () => {
  it("of sign-ins count by address, wrong ones too, and say when to come again", async () => {
    await open({ tokenRequestsPerMinuteAndAddress: 3, trustedProxies: ["127.0.0.1"] });
    const signIn = (address: string) =>
      api.send("POST", "/identity/connect/token", {
        form: { grant_type: "refresh_token", client_id: "gatehouse", refresh_token: "wrong" },
        headers: from(address),
      });
    for (let count = 0; count < 3; count++) expect((await signIn("192.0.2.1")).status).toBe(400);
    const refused = await signIn("192.0.2.1");
    expect([...statusAndRetry(refused)]).toEqual([429, "20"]);
    expect(refused.text).toContain("Retry after the time in Retry-After");
    expect((await signIn("192.0.2.2")).status).toBe(400);
    clock.advance(19_999);
    expect(statusAndRetry(await signIn("192.0.2.1"))).toEqual([429, "1"]);
    clock.advance(1);
    expect((await signIn("192.0.2.1")).status).toBe(400);
  });

  it("of sign-ins count by name, in any spelling, what was refused from a network, and no other network's", async () => {
    await open({ tokenRequestsPerMinuteAndName: 2, trustedProxies: ["127.0.0.1"] });
    await api.addUser("ada");
    const secret = await register(api.context, { id: "robot", grants: ["client_credentials"], userId: "ada" });
    const signIn = (fields: Record<string, string>, address: string) =>
      api
        .send("POST", "/identity/connect/token", {
          form: { client_id: "gatehouse", ...fields },
          headers: from(address),
        })
        .then(({ status }) => status);
    const guess = (username: string, address: string, password = "wrong") =>
      signIn({ grant_type: "password", username, password }, address);
    for (const name of ["Ada", "ada"]) expect(await guess(name, "192.0.2.1")).toBe(400);
    expect(await guess("ADA", "192.0.2.1")).toBe(429);
    expect(await guess("bob", "192.0.2.1")).toBe(400);
    // A user who signs in with the right password is not counted, however often, and not kept out by attempts of others.
    for (let count = 0; count < 4; count++) expect(await guess("ada", "192.0.2.2", "password-of-ada")).toBe(200);
    // Many people refresh by one client: they are not counted together.
    const refresh = () => signIn({ grant_type: "refresh_token", refresh_token: "wrong" }, "192.0.2.4");
    for (let count = 0; count < 4; count++) expect(await refresh()).toBe(400);
    const asClient = (address: string, clientSecret: string) =>
      signIn({ grant_type: "client_credentials", client_id: "robot", client_secret: clientSecret }, address);
    const wrong = [];
    for (let count = 0; count < 3; count++) wrong.push(await asClient("192.0.2.5", "wrong"));
    expect(wrong).toEqual([401, 401, 429]);
    for (let count = 0; count < 4; count++) expect(await asClient("192.0.2.6", secret)).toBe(200);
    expect(await asClient("192.0.2.5", secret)).toBe(429);
    clock.advance(30_000);
    expect(await asClient("192.0.2.5", secret)).toBe(200);
  });

  it("of calls count by who calls, with the parts of a batch, and never the state of the service", async () => {
    await open({ callsPerMinuteAndCaller: 5 });
    await api.addUser("ada");
    for (const id of ["root", "ada"]) await api.tokenOf(id);
    const me = (as: string) => api.send("GET", "/identity/connect/userinfo", { as });
    const requests = ["1", "2", "3"].map((id) => ({ id, method: "GET", url: "passwordPolicies" }));
    const batch = await api.send("POST", "/v2/$batch", { as: "root", body: { requests } });
    expect(batch.json.responses.map(({ status }: { status: number }) => status)).toEqual([200, 200, 200]);
    expect([(await me("root")).status, (await me("root")).status]).toEqual([200, 200]);
    expect(statusAndRetry(await me("root"))).toEqual([429, "12"]);
    expect((await me("ada")).status).toBe(200);
    const late = await api.send("POST", "/v2/$batch", { as: "root", body: { requests } });
    expect(late.json.responses[0].status).toBe(429);
    for (let count = 0; count < 10; count++) {
      expect((await api.send("GET", "/health")).status).toBe(200);
      expect((await api.send("GET", "/ready")).status).toBe(200);
    }
  });
});

describe("calls of strangers", () => {
  const wrongToken = { headers: { authorization: "Bearer wrong" } };

  it("count by network wherever they are refused, and never keep a caller out who has the right", async () => {
    await open({ callsPerMinuteAndCaller: 4 });
    await api.tokenOf("root");
    const statuses = [
      await api.send("GET", "/v2/users"),
      await api.send("GET", "/v2/users", wrongToken),
      await api.send("GET", "/v2/nothing"),
      await api.send("POST", "/proxies/v1/hello", { body: {} }),
      await api.send("GET", "/v2/users"),
      await api.send("GET", "/v2/users", wrongToken),
      await api.send("POST", "/proxies/v1/hello", { body: {} }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429, 429]);
    expect((await api.send("GET", "/v2/users", { as: "root" })).status).toBe(200);
  });

  it("count in each part of a batch", async () => {
    await open({ callsPerMinuteAndCaller: 4 });
    const requests = Array.from({ length: 5 }, (_, index) => ({ id: `${index}`, method: "GET", url: "users" }));
    const { json } = await api.send("POST", "/v2/$batch", {
      body: { requests },
      headers: { prefer: "continue-on-error" },
    });
    expect(json.responses.map(({ status }: TestAnswer) => status)).toEqual([401, 401, 401, 429, 429]);
  });

  it("are not parsed at the door of the proxies: the signature comes before the body", async () => {
    await open();
    const parsed = vi.spyOn(JSON, "parse");
    for (const body of ["{", '{"a":1}', "x".repeat(500_000)]) {
      for (const path of Object.values(proxyPaths).filter((known) => known !== proxyPaths.enrol)) {
        const signed = {
          "gatehouse-proxy": "p1",
          "gatehouse-time": String(clock.now()),
          "gatehouse-nonce": "n",
          "gatehouse-body-hash": "A".repeat(43),
          "gatehouse-signature": "A".repeat(86),
        };
        const { status, text } = await api.send("POST", path, { body, headers: signed });
        expect([path, status, text.includes("PROXY_SIGNATURE_INVALID")]).toEqual([path, 401, true]);
      }
    }
    // Only the client of this test parses, to read the answers.
    expect(parsed.mock.calls.filter(([text]) => !text.includes("PROXY_SIGNATURE_INVALID"))).toEqual([]);
    const { status } = await api.send("POST", proxyPaths.enrol, { body: { token: "x".repeat(5000) } });
    expect(status).toBe(413);
  });
});

describe("scripts of another origin", () => {
  const allowed = "https://portal.example";
  const corsOf = ({ headers }: TestAnswer) =>
    Object.keys(headers)
      .filter((name) => name.startsWith("access-control-"))
      .toSorted();
  const preflight = (origin: string, path = "/v2/users") =>
    api.send("OPTIONS", path, { headers: { origin, "access-control-request-method": "GET" } });

  it("may call where their origin is listed, also on errors, and never with cookies", async () => {
    await open({ corsOrigins: [allowed, "http://localhost:5173"] });
    for (const [path, status] of [
      ["/health", 200],
      ["/v2/users", 401],
      ["/nothing", 401],
    ] as const) {
      const answer = await api.send("GET", path, { headers: { origin: allowed } });
      expect([path, answer.status, answer.headers["access-control-allow-origin"]]).toEqual([path, status, allowed]);
      expect(corsOf(answer)).toEqual(["access-control-allow-origin", "access-control-expose-headers"]);
      expect(answer.headers["vary"]).toBe("Origin");
    }
    const asked = await preflight(allowed);
    expect([asked.status, asked.text]).toEqual([204, ""]);
    expect(asked.headers).toMatchObject({
      "access-control-allow-origin": allowed,
      "access-control-allow-methods": "GET, POST, PATCH, DELETE",
      "access-control-max-age": "600",
      "referrer-policy": "no-referrer",
      vary: "Origin",
    });
    expect(asked.headers["access-control-allow-headers"]).toContain("authorization, content-type");
    expect(asked.headers["access-control-allow-credentials"]).toBeUndefined();
  });

  it.each([
    "https://evil.example",
    "https://portal.example.evil.example",
    "https://portal.example:8443",
    "http://portal.example",
    "https://PORTAL.example",
    "https://portal.example/",
    "null",
    "*",
    "",
  ])("from %j get no such header, and a preflight is a call like any other", async (origin) => {
    await open({ corsOrigins: [allowed] });
    const answer = await api.send("GET", "/health", { headers: { origin } });
    expect([corsOf(answer), answer.headers["vary"]]).toEqual([[], "Origin"]);
    const asked = await preflight(origin);
    expect([asked.status, corsOf(asked)]).toEqual([401, []]);
  });

  it("get none where no origin is listed", async () => {
    await open();
    const answer = await api.send("GET", "/health", { headers: { origin: allowed } });
    expect([corsOf(answer), answer.headers["vary"]]).toEqual([[], undefined]);
    expect((await preflight(allowed)).status).toBe(401);
  });
});

describe("every answer of every route", () => {
  // @specification 5.referrer-policy
  it("carries the security headers, tells nothing of the software, and is not kept where a token was shown", async () => {
    await open();
    const tries: [label: string, send: () => Promise<TestAnswer>][] = [];
    for (const { method, path } of api.routes) {
      for (const as of [undefined, "root"]) {
        const body = method === "POST" || method === "PATCH" ? { body: {} } : {};
        const call = { ...body, ...(as === undefined ? {} : { as }) };
        tries.push([`${method} ${path} ${as}`, () => api.send(method, addressOf(path), call)]);
      }
    }
    for (const path of ["/nothing", "/v2/nothing", "/v2/users('", `/${"x".repeat(9000)}`]) {
      tries.push([path, () => api.send("GET", path, { as: "root" })]);
    }
    const tooLarge = Buffer.alloc(1_100_000, 0x20);
    tries.push(["too large", () => api.send("POST", "/v2/requests", { as: "root", body: tooLarge })]);
    // A connection for each of thousands of calls at once is more than a server has to take.
    await inParallel(tries, 32, async ([label, send]) => {
      const { headers } = await send();
      expect([label, headers]).toEqual([
        label,
        expect.objectContaining({
          "referrer-policy": "no-referrer",
          "x-content-type-options": "nosniff",
          "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
          "x-request-id": expect.any(String),
        }),
      ]);
      for (const name of ["x-powered-by", "server", "strict-transport-security"]) {
        expect([label, name, headers[name]]).toEqual([label, name, undefined]);
      }
      if (label.endsWith(" root") && !isPublished(label)) {
        expect([label, headers["cache-control"]]).toEqual([label, "no-store"]);
      }
    });
  });

  it("says that https is to stay, over https only", async () => {
    await open({ trustedProxies: ["127.0.0.1"] });
    const strict = async (scheme: string) => {
      const { headers } = await api.send("GET", "/health", { headers: { "x-forwarded-proto": scheme } });
      return headers["strict-transport-security"];
    };
    expect([await strict("https"), await strict("http")]).toEqual(["max-age=31536000; includeSubDomains", undefined]);
  });
});

// Answers that are the same for every caller may be cached: a style, the public keys, the documents.
const isPublished = (label: string): boolean =>
  api.routes.some(({ method, path, policy }) => policy === null && label.startsWith(`${method} ${path} `));

it("what a trusted proxy says of the address stands in the audit", async () => {
  await open({ trustedProxies: ["127.0.0.0/8"] });
  await api.addUser("ada");
  const form = { grant_type: "password", client_id: "gatehouse", username: "ada", password: "password-of-ada" };
  await api.send("POST", "/identity/connect/token", { form, headers: from("1.1.1.1, 198.51.100.7, 127.0.0.9") });
  const [audit] = await api.store.select("sesslog_full", { where: { operation: "LGIN", ident: "ada" } });
  expect(audit?.ip).toBe("198.51.100.7");
});
