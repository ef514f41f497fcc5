import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { ChainStep } from "#domain/chains/auth-chain.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { writePlugins } from "#test/support/plug-in-files.ts";
import { chainOf, type SignInSteps, signInSteps, standingOf } from "#test/support/sign-in-steps.ts";
import { storeChain } from "#test/support/stored-chain.ts";

let api: TestApi;
let steps: SignInSteps;
let adaKey = "";
let eveKey = "";
/** No key, moment or hash can hold it. */
const pin = "pin-of-ada";

/** A step that ends with the outcome that is entered: `outcome` or `outcome key`. */
const told = `
  export const kind = "chainComponent";
  export const run = ({ user, fields, state, outcomes, configuration }, services) => {
    if (fields.how === undefined) {
      const field = (name) => ({ name, label: "", hidden: false });
      if (configuration.asks === "many") return { ask: Array.from({ length: 21 }, (_, index) => field("f" + index)), state: null };
      if (configuration.asks === "long") return { ask: [field("x".repeat(101))], state: null };
      if (configuration.atOnce !== undefined) return JSON.parse(configuration.atOnce);
      return { ask: [{ name: "how", label: "How?", hidden: false }, { name: "pin", label: "PIN", hidden: true }], state: user && user.key };
    }
    const how = fields.how.use((text) => text);
    if (how === "again") return { ask: [{ name: "how", label: "And now?", hidden: false }], state: "second" };
    if (how === "told") return { ask: [{ name: "pin", label: fields.pin.use((text) => text), hidden: true }], state: null };
    if (how === "state") return { outcome: state === "second" ? "passed" : "failed" };
    if (how === "known") return { outcome: user !== null && state === user.key ? "passed" : "failed" };
    if (how === "throw") throw new Error("down");
    if (how === "slow") return new Promise(() => undefined);
    const [outcome, userKey] = how.split(" ");
    return userKey === undefined ? { outcome } : { outcome, userKey };
  };`;

beforeAll(async () => {
  api = await openTestApi();
  steps = signInSteps(api);
  writePlugins(api, { "told.mjs": told });
  adaKey = (await api.addUser("ada")).key;
  eveKey = (await api.addUser("eve")).key;
});
afterAll(() => api.close());
beforeEach(() => inForce());

const authenticates = { authenticates: true };
const inForce = (part: Partial<ChainStep> = {}, more: Parameters<typeof chainOf>[0] = {}, first = "plugin") => {
  const outcomes = { passed: "ALLOW", failed: "DENY" };
  const plugin = { component: "plugin:told.mjs", configuration: authenticates, outcomes, ...part };
  return storeChain(api, chainOf({ plugin, ...more }, { first }));
};
const password = (passed: string) => ({ component: "password", outcomes: { passed, failed: "DENY" } });
const answered = async (how: string, body: object = { userName: "ada" }) =>
  standingOf(await steps.answer(await steps.begin(body), { how, pin }));
const denied = [401, "DENY", "SIGN_IN_FAILED"];
const allowed = [200, "ALLOW"];
const failuresOf = async (key: string) => (await api.store.get("users", key))?.failures;

describe("a step that is a plug-in", () => {
  it("shows what the plug-in asks for, in its words, and wants all of it", async () => {
    const begun = await steps.begin();
    expect(begun.json.fields).toEqual([
      { name: "how", kind: "text", label: { en: "How?", de: "How?" }, autocomplete: "off" },
      { name: "pin", kind: "password", label: { en: "PIN", de: "PIN" }, autocomplete: "off" },
    ]);
    const { status, json } = await steps.answer(begun, { how: "passed" });
    expect([status, json.error.code, json.error.target]).toEqual([400, "INPUT_INVALID", "fields.pin"]);
  });

  it("proves who it is where its chain says so", async () => {
    expect(await answered("passed")).toEqual(allowed);
    expect(await answered(`passed ${eveKey}`, {})).toEqual(allowed);
    const rows = await api.store.select("sesslog_full", {
      where: { operation: "LGIN", result: "S", recipient: eveKey },
    });
    expect(rows).toHaveLength(1);
  });

  it("proves nobody where its chain does not, whomever it names", async () => {
    await inForce(
      { configuration: {}, outcomes: { passed: "password", failed: "DENY" } },
      { password: password("ALLOW") },
    );
    const begun = await steps.begin({ userName: "ada" });
    await steps.answer(begun, { how: `passed ${eveKey}`, pin });
    expect((await steps.answer(begun, { password: "password-of-ada" })).json.end).toBe("ALLOW");
  });

  it("proves nobody else than a step before has", async () => {
    await inForce({}, { password: password("plugin") }, "password");
    for (const [how, standing] of [
      [`passed ${eveKey}`, denied],
      [`passed ${adaKey}`, allowed],
      ["passed", allowed],
    ] as const) {
      const begun = await steps.begin({ userName: "ada" });
      await steps.answer(begun, { password: "password-of-ada" });
      expect(standingOf(await steps.answer(begun, { how, pin }))).toEqual(standing);
    }
  });

  it.each([
    ["nobody has been named", "passed", {}],
    ["it names a key that nobody has", "passed 00000000-0000-4000-8000-000000000000", { userName: "ada" }],
    ["the name that was given is nobody's", "passed", { userName: "nobody" }],
    ["the plug-in fails", "throw", { userName: "ada" }],
    ["the plug-in takes too long", "slow", { userName: "ada" }],
    ["it ends in an outcome that the step has not", "somehow", { userName: "ada" }],
    ["it shows what was entered", "told", { userName: "ada" }],
  ])("has failed where %s", async (_name, how, body) => {
    expect(await answered(how, body)).toEqual(denied);
  });

  it("has failed where the plug-in is not there, and goes where that leads", async () => {
    const outcomes = { passed: "ALLOW", failed: "password" };
    await inForce({ component: "plugin:gone.mjs", outcomes }, { password: password("ALLOW") });
    const begun = await steps.begin({ userName: "ada" });
    expect(standingOf(begun)).toEqual([201, ["password"]]);
  });

  it.each([
    ["more fields than a step may have", "many"],
    ["a name that nobody can answer", "long"],
  ])("has failed where it asks for %s", async (_name, asks) => {
    await inForce({ configuration: { ...authenticates, asks } });
    expect(standingOf(await steps.begin())).toEqual(denied);
  });

  it("may end without a question", async () => {
    const atOnce = (patch: object) => ({ configuration: { ...authenticates, atOnce: JSON.stringify(patch) } });
    await inForce(atOnce({ outcome: "passed", userKey: adaKey }));
    expect((await steps.begin()).json.end).toBe("ALLOW");
    await inForce(atOnce({ outcome: "passed", userKey: "nobody" }));
    expect(standingOf(await steps.begin())).toEqual(denied);
  });

  it("remembers its state, and may ask again", async () => {
    const begun = await steps.begin({ userName: "ada" });
    const again = await steps.answer(begun, { how: "again", pin });
    expect([again.status, again.json.fields[0].label.en]).toEqual([200, "And now?"]);
    expect(standingOf(await steps.answer(begun, { how: "state" }))).toEqual(allowed);
    expect(JSON.stringify(await api.store.select("signInAttempts"))).not.toContain(pin);
  });

  it("is told of a name that nobody has as of one that somebody has, with the same key each time", async () => {
    await inForce(
      { configuration: {}, outcomes: { passed: "password", failed: "DENY" } },
      { password: password("ALLOW") },
    );
    expect(await answered("known", { userName: "nobody" })).toEqual([200, ["password"]]);
    expect(await answered("known", { userName: "ada" })).toEqual([200, ["password"]]);
    const begun = [await steps.begin({ userName: "ada" }), await steps.begin({ userName: "nobody" })];
    const said = begun.map(({ json: { title, fields } }) => JSON.stringify({ title, fields }));
    expect(said[0]).toBe(said[1]);
  });

  it("counts what has failed with wrong passwords where it proves who it is, and not that it could not be asked", async () => {
    const { key } = await api.addUser("sam");
    await answered("throw", { userName: "sam" });
    expect(await failuresOf(key)).toBe(0);
    for (let tries = 0; tries < 5; tries += 1) expect(await answered("failed", { userName: "sam" })).toEqual(denied);
    expect(await api.store.get("users", key)).toMatchObject({ locked: true, failures: 5 });
    expect(await answered("passed", { userName: "sam" })).toEqual(denied);
    await inForce(
      { configuration: {}, outcomes: { passed: "password", failed: "DENY" } },
      { password: password("ALLOW") },
    );
    await answered("failed", { userName: "ada" });
    expect(await failuresOf(adaKey)).toBe(0);
  });
});
