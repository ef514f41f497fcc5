import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { captchaAgeMs, captchaAnswerMaxBytes, captchaTokenMaxCharacters } from "#domain/chain-limits.ts";
import { ManualClock } from "#platform/clock.ts";
import type { Settings } from "#platform/settings/settings.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { chainOf, type SignInSteps, signInSteps, standingOf } from "#test/support/sign-in-steps.ts";
import { storeChain } from "#test/support/stored-chain.ts";

const clock = new ManualClock();
const secret = "the-secret-of-the-captcha";
let judge: Server;
let api: TestApi;
let steps: SignInSteps;
let settings: { -readonly [Name in keyof Settings]: Settings[Name] };
/** Requests that the CAPTCHA's judge has received, and its answer. */
let asked: URLSearchParams[] = [];
let answer: (response: ServerResponse) => void;

const right = () => ({
  success: true,
  score: 0.5,
  action: "sign_in",
  hostname: "gatehouse.example",
  challenge_ts: new Date(clock.now()).toISOString(),
});
const json = (body: unknown) => (response: ServerResponse) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(body));
};

beforeAll(async () => {
  judge = createServer((request: IncomingMessage, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      asked.push(new URLSearchParams(text));
      answer(response);
    });
  });
  await new Promise<void>((resolve) => void judge.listen(0, "127.0.0.1", resolve));
  const { port } = judge.address() as AddressInfo;
  api = await openTestApi({
    clock,
    settings: {
      captchaVerifyAddress: `http://127.0.0.1:${port}/siteverify`,
      captchaScriptAddress: "https://captcha.example/api.js",
      captchaSiteKey: "the-site-key",
      captchaSecret: new Secret(secret),
    },
  });
  settings = api.context.settings;
  steps = signInSteps(api);
  const captcha = { component: "captcha", outcomes: { passed: "password", failed: "DENY" } };
  const password = { component: "password", outcomes: { passed: "ALLOW", failed: "DENY" } };
  await storeChain(api, chainOf({ captcha, password }));
  await api.addUser("ada");
});
afterAll(async () => {
  await api.close();
  judge.closeAllConnections();
  judge.close();
});
beforeEach(() => {
  asked = [];
  answer = json(right());
});

const begin = () => steps.begin({ userName: "ada" });
const answered = async (token = "a.token-of_it") => standingOf(await steps.answer(await begin(), { captcha: token }));
const denied = [401, "DENY", "SIGN_IN_FAILED"];
const passed = [200, ["password"]];

describe("a CAPTCHA", () => {
  // @specification 5.captcha
  it("is asked for with what a browser needs, judged where a setting says, and proves nothing", async () => {
    const begun = await begin();
    expect(begun.json.fields).toEqual([
      {
        name: "captcha",
        kind: "captcha",
        label: expect.anything(),
        options: {
          siteKey: "the-site-key",
          action: "sign_in",
          scriptAddress: "https://captcha.example/api.js",
        },
      },
    ]);
    expect(standingOf(await steps.answer(begun, { captcha: "a.token" }))).toEqual(passed);
    expect(asked.map((form) => Object.fromEntries(form))).toEqual([{ secret, response: "a.token" }]);
    expect((await steps.answer(begun, { password: "password-of-ada" })).json.end).toBe("ALLOW");
    expect(begun.text).not.toContain(secret);
  });

  it.each([
    ["was not solved", { success: false }],
    ["has no score", { score: undefined }],
    ["has a score that is too low", { score: 0.49 }],
    ["was solved for another action", { action: "register" }],
    ["has no action", { action: undefined }],
    ["was solved on another host", { hostname: "evil.example" }],
    ["has no host", { hostname: undefined }],
    ["has no time", { challenge_ts: undefined }],
    ["has a time that is none", { challenge_ts: "now" }],
    ["has a success that is a text", { success: "true" }],
  ])("has failed where it %s", async (_name, part) => {
    answer = json({ ...right(), ...part });
    expect(await answered()).toEqual(denied);
  });

  it.each([
    ["too long ago", -captchaAgeMs - 1_000, denied],
    ["just long enough ago", -captchaAgeMs, passed],
    ["later than now", captchaAgeMs + 1_000, denied],
  ])("that was solved %s", async (_name, ms, standing) => {
    answer = json({ ...right(), challenge_ts: new Date(clock.now() + ms).toISOString() });
    expect(await answered()).toEqual(standing);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ["no JSON", (response) => void response.end("<html>")],
    ["a list", json([])],
    ["null", json(null)],
    ["too much", json({ ...right(), more: "x".repeat(captchaAnswerMaxBytes) })],
    ["a redirect", (response) => void response.writeHead(302, { location: "/elsewhere" }).end()],
    ["a refusal", (response) => void response.writeHead(400).end(JSON.stringify(right()))],
  ])("has failed where the judge answers %s, also where it passes when nobody answers", async (_name, how) => {
    answer = how;
    settings.captchaPassesWhenAway = true;
    try {
      expect(await answered()).toEqual(denied);
      expect(asked).toHaveLength(1);
    } finally {
      settings.captchaPassesWhenAway = false;
    }
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ["cannot answer", (response) => void response.writeHead(503).end()],
    ["breaks off", (response) => void response.destroy()],
    ["does not answer", () => undefined],
  ])("has failed where the judge %s, unless the setting says otherwise", async (name, how) => {
    answer = how;
    if (name !== "does not answer") expect(await answered()).toEqual(denied);
    settings.captchaPassesWhenAway = true;
    try {
      expect(await answered()).toEqual(passed);
    } finally {
      settings.captchaPassesWhenAway = false;
    }
  });

  it.each([
    ["has blanks", "a token"],
    ["has a line break", "a\r\ntoken"],
    ["has letters of other scripts", "tokén"],
    ["is too long", "x".repeat(captchaTokenMaxCharacters + 1)],
  ])("that %s is shown to nobody", async (_name, token) => {
    expect(await answered(token)).toEqual(denied);
    expect(asked).toEqual([]);
  });

  it("sends what a browser has as one field, whatever is in it", async () => {
    await answered("x&secret=other");
    expect(asked.map((form) => Object.fromEntries(form))).toEqual([{ secret, response: "x&secret=other" }]);
  });

  it("has failed where settings are missing", async () => {
    const known = settings.captchaSecret;
    settings.captchaSecret = null;
    try {
      expect(standingOf(await begin())).toEqual(denied);
    } finally {
      settings.captchaSecret = known;
    }
  });

  it("that was asked for before settings went is judged by nobody", async () => {
    const begun = await begin();
    const known = settings.captchaSiteKey;
    settings.captchaSiteKey = null;
    try {
      expect(standingOf(await steps.answer(begun, { captcha: "token" }))).toEqual(denied);
      expect(asked).toEqual([]);
    } finally {
      settings.captchaSiteKey = known;
    }
  });
});
