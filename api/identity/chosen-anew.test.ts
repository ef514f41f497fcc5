import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Selector } from "#domain/chains/auth-chain.ts";
import { openTestApi, type TestAnswer, type TestApi, testPublicAddress } from "#test/support/api.ts";
import { enrolCodes } from "#test/support/one-time-codes.ts";
import { writePlugins } from "#test/support/plug-in-files.ts";
import { chainOf, type SignInSteps, signInSteps, standingOf } from "#test/support/sign-in-steps.ts";
import { storeChain } from "#test/support/stored-chain.ts";

let api: TestApi;
let steps: SignInSteps;
let keyOfEve = "";

beforeAll(async () => {
  api = await openTestApi({ settings: { trustedProxies: ["127.0.0.1"] } });
  steps = signInSteps(api);
  await api.addUser("ada");
  const eve = await api.addUser("eve");
  keyOfEve = eve.key;
  await enrolCodes(api, eve);
  writePlugins(api, {
    "badge.mjs": `
      export const kind = "chainComponent";
      export const run = async ({ fields }) => fields.badge === undefined
        ? { ask: [{ name: "badge", label: "Badge", hidden: false }], state: null }
        : { outcome: "passed", userKey: fields.badge.use((text) => text) };`,
  });
});
afterAll(() => api.close());
beforeEach(() =>
  api.store.transaction(async () => {
    for (const { name } of await api.store.select("authChains"))
      await api.store.save("authChains", { name, stored: null, enabled: true });
  }),
);

const password = (passed = "ALLOW", configuration = {}) => ({
  component: "password",
  configuration,
  outcomes: {
    passed,
    failed: "DENY",
  },
});
const code = { component: "oneTimeCode", outcomes: { passed: "ALLOW", failed: "DENY", none: "DENY" } };
const equal = (expression: string, value: string): Selector[] => [{ expression, match: "equal", value }];
const forEve = (first = password("code"), position = 5) =>
  storeChain(api, chainOf({ first, code }, { name: "strong", position, selectors: equal("userName", "eve") }));
const login = (userName: string, right = true) => ({ userName, password: right ? `password-of-${userName}` : "wrong" });
const asksForCode = [200, ["code"]];

describe("a chain that a client selects", () => {
  const cookieOf = ({ headers }: TestAnswer) => String(headers["set-cookie"]).split(";", 1)[0] ?? "";
  const inBrowser = (body: object) =>
    api.send("POST", "/react/session", { body, headers: { origin: testPublicAddress } });

  it("is not taken by who says the client of a session of the browser", async () => {
    await storeChain(api, chainOf({ first: password("code"), code }));
    await storeChain(api, chainOf({ password: password() }, { name: "kiosk", selectors: equal("client", "kiosk") }));
    const said = await inBrowser({ clientId: "kiosk" });
    expect([said.status, said.json.error.code, said.json.error.target]).toEqual([400, "INPUT_INVALID", "clientId"]);
    const begun = await inBrowser({});
    const answered = await api.send("POST", `/react/session/${begun.json.attempt}`, {
      body: { fields: login("eve") },
      headers: { cookie: cookieOf(begun) },
    });
    expect(standingOf(answered)).toEqual(asksForCode);
  });

  it("is not taken by who says the client of a forgotten password", async () => {
    const { status, json } = await steps.begin({ purpose: "forgotPassword", clientId: "kiosk" });
    expect([status, json.error.code, json.error.target]).toEqual([400, "INPUT_INVALID", "clientId"]);
  });

  it("is taken for the service itself where no client is named, at each door", async () => {
    const part = { name: "ours", position: 5, selectors: equal("client", "gatehouse") };
    await storeChain(api, chainOf({ first: password("code"), code }, part));
    const begun = await steps.begin();
    expect(standingOf(await steps.answer(begun, login("eve")))).toEqual(asksForCode);
    expect((await api.signIn("eve")).text).toContain("SIGN_IN_INTERACTIVE");
    const library = await api.send("POST", "/idapi/login", { body: { user: "eve", password: "password-of-eve" } });
    expect(library.json.error.code).toBe("SIGN_IN_INTERACTIVE");
  });
});

describe("a chain that an address selects", () => {
  const path = "/identity/sign-in/attempts";
  const from = (ip: string) => ({ "x-forwarded-for": ip });

  it("is that of the address from which somebody goes on", async () => {
    const outside: Selector[] = [{ expression: "ip", match: "notequal", value: "192.0.2.1" }];
    const part = { name: "outside", position: 5, selectors: outside };
    await storeChain(api, chainOf({ first: password("code"), code }, part));
    const goOn = async (ip: string) => {
      const begun = await api.send("POST", path, { body: {}, headers: from("192.0.2.1") });
      const cookie = String(begun.headers["set-cookie"]).split(";", 1)[0] ?? "";
      const call = { body: { fields: login("eve") }, headers: { cookie, ...from(ip) } };
      return standingOf(await api.send("POST", `${path}/${begun.json.attempt}/steps`, call));
    };
    expect(await goOn("192.0.2.1")).toEqual([200, "ALLOW"]);
    expect(await goOn("192.0.2.2")).toEqual(asksForCode);
  });
});

describe("a chain that a user name selects", () => {
  it("is walked by who says the name in a step, and what was proved is not asked again", async () => {
    await forEve();
    expect(standingOf(await steps.answer(await steps.begin(), login("eve")))).toEqual(asksForCode);
    expect((await api.signIn("eve")).text).toContain("SIGN_IN_INTERACTIVE");
    const others = await steps.answer(await steps.begin(), login("ada"));
    expect(others.json.end).toBe("ALLOW");
  });

  it("is told from no other by who does not know the password", async () => {
    await forEve();
    const answers = ["eve", "ada", "nobody"].map(async (name) => {
      const { json, status } = await steps.answer(await steps.begin(), login(name, false));
      return { json, status };
    });
    const [first, ...others] = await Promise.all(answers);
    expect(first?.status).toBe(401);
    for (const other of others) expect(other).toEqual(first);
  });

  it("asks once more where its step is told something else", async () => {
    await forEve(password("code", { tries: 5 }));
    const begun = await steps.begin();
    expect(standingOf(await steps.answer(begun, login("eve")))).toEqual([200, ["password"]]);
    expect(standingOf(await steps.answer(begun, { password: "password-of-eve" }))).toEqual(asksForCode);
  });

  it("is walked by who gives the name where questions ask for it, before any is asked", async () => {
    const questions = { component: "questions", outcomes: { passed: "ALLOW", failed: "DENY", none: "DENY" } };
    await storeChain(api, chainOf({ questions }));
    await forEve();
    expect(standingOf(await steps.answer(await steps.begin(), { userName: "eve" }))).toEqual([200, ["password"]]);
    const others = standingOf(await steps.answer(await steps.begin(), { userName: "ada" }));
    expect(others).toEqual([200, ["answer1", "answer2"]]);
  });

  it("is that of whom a step has proved, whoever they have said to be", async () => {
    const badge = {
      component: "plugin:badge.mjs",
      configuration: { authenticates: true },
      outcomes: {
        passed: "ALLOW",
        failed: "DENY",
      },
    };
    await storeChain(api, chainOf({ badge }, { name: "badge", position: 6, selectors: equal("userName", "ada") }));
    await forEve();
    const begun = await steps.begin({ userName: "ada" });
    expect(standingOf(begun)).toEqual([201, ["badge"]]);
    expect(standingOf(await steps.answer(begun, { badge: keyOfEve }))).toEqual([200, ["password"]]);
    // A password of another user proves the identity of that user.
    expect(standingOf(await steps.answer(begun, { password: "password-of-ada" }))[0]).toBe(401);
  });

  it("is found anew by a step that has found none before", async () => {
    const select = { component: "selectChain", outcomes: { none: "password" } };
    await storeChain(api, chainOf({ select, password: password() }, { position: 1 }));
    await forEve();
    expect(standingOf(await steps.answer(await steps.begin(), login("eve")))).toEqual(asksForCode);
    expect((await steps.answer(await steps.begin(), login("ada"))).json.end).toBe("ALLOW");
  });

  it("leads back to the chain that has handed on, as if the name had been known before", async () => {
    const select = { component: "selectChain", outcomes: { none: "DENY" } };
    await storeChain(api, chainOf({ select }, { name: "first", position: 1 }));
    await forEve();
    expect(standingOf(await steps.answer(await steps.begin(), login("eve")))).toEqual(asksForCode);
    expect((await steps.answer(await steps.begin(), login("ada"))).json.end).toBe("ALLOW");
  });

  it("keeps out whom no chain is for", async () => {
    const unnamed = [{ expression: "userName", match: "notset" }] as const;
    await storeChain(api, chainOf({ password: password() }, { selectors: unnamed }));
    expect(standingOf(await steps.answer(await steps.begin(), login("ada")))).toEqual([401, "DENY", "SIGN_IN_FAILED"]);
  });
});

describe("a chain that an id selects", () => {
  it.each([
    ["in capitals", "EVE"],
    ["in letters of another width", "ｅｖｅ"],
  ])("is taken too for who writes it %s, at each door", async (_what, name) => {
    await storeChain(api, chainOf({ password: password() }));
    await forEve();
    const entered = { userName: name, password: "password-of-eve" };
    expect(standingOf(await steps.answer(await steps.begin(), entered))).toEqual(asksForCode);
    const named = await steps.begin({ userName: name });
    expect(standingOf(await steps.answer(named, { password: "password-of-eve" }))).toEqual(asksForCode);
  });

  it("signs in who writes another case than that of the id", async () => {
    await storeChain(api, chainOf({ password: password() }));
    const entered = { userName: "Ada", password: "password-of-ada" };
    expect(standingOf(await steps.answer(await steps.begin(), entered))).toEqual([200, "ALLOW"]);
  });
});
