import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { createLogger } from "#platform/logs/log.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { chainOf, type SignInSteps, signInSteps, standingOf } from "#test/support/sign-in-steps.ts";
import { storeChain } from "#test/support/stored-chain.ts";

import { chainsInForce, standOf } from "./stored-chains.ts";

let api: TestApi;
let steps: SignInSteps;
let logged = "";

beforeAll(async () => {
  const destination = { write: (line: string) => void (logged += line) };
  api = await openTestApi({ log: createLogger({ module: "test", level: "error", destination }) });
  steps = signInSteps(api);
});
afterAll(() => api.close());
beforeEach(async () => {
  await storeChain(api, good);
  logged = "";
});

const password = { component: "password", outcomes: { passed: "ALLOW", failed: "DENY" } };
const userName = { component: "userName", outcomes: { given: "password" } };
/** A chain that asks for the user name first, unlike the default. */
const good = chainOf({ userName, password });

/** Writes a chain without any check, as a restored backup or another node may. */
const written = (part: object) =>
  api.store.transaction(() => api.store.save("authChains", { name: good.name, stored: { ...good, ...part } }));
const stand = async () => standOf(api.context, good.name, await api.store.get("authChains", good.name));

// @specification 5.chain-selection
describe("a stored chain that breaks a rule", () => {
  it.each([
    [
      "another match type",
      { selectors: [{ expression: "ip", match: "like", value: "10." }] },
      "set, notset, equal, notequal",
    ],
    [
      "a match type that an object has",
      { selectors: [{ expression: "ip", match: "toString" }] },
      "set, notset, equal, notequal",
    ],
    ["equal without a value", { selectors: [{ expression: "ip", match: "equal" }] }, "use set"],
    [
      "a way past all proof",
      { steps: { ...good.steps, userName: { ...good.steps["userName"], outcomes: { given: "ALLOW" } } } },
      "lets in whoever it is",
    ],
    [
      "a plug-in that is to prove something without saying so",
      {
        first: "plugin",
        steps: {
          plugin: {
            component: "plugin:x.mjs",
            configuration: { authenticates: "true" },
            outcomes: { passed: "ALLOW", failed: "DENY" },
          },
        },
      },
      "true or false",
    ],
    ["the name of another one", { name: "other" }, "stored under 'sign-in'"],
  ])(
    "by %s is refused at load: its last good version stays in force, and the fault is told",
    async (_name, part, words) => {
      await written(part);
      const { inForce, fault } = await stand();
      expect([inForce?.chain, fault]).toEqual([good, expect.stringContaining(words)]);
      const walked = (await chainsInForce(api.context)).map(({ chain }) => chain);
      expect(walked.filter(({ name }) => name === good.name)).toEqual([good]);
      expect(standingOf(await steps.begin())).toEqual([201, ["userName"]]);
      expect(logged).toContain("its last good version stays in force");
      expect(logged).toContain(words);
    },
  );

  it("and never had a good version leaves the default of its name", async () => {
    const name = "never-good";
    await api.store.transaction(() =>
      api.store.save("authChains", { name, stored: { ...good, name, first: "none" }, enabled: true, number: 1 }),
    );
    const { inForce, fault } = await standOf(api.context, name, await api.store.get("authChains", name));
    expect([inForce, fault]).toEqual([null, expect.stringContaining("There is no step 'none'")]);
  });
});

describe("a stored chain whose plug-in is gone", () => {
  it("stays in force and fails, and brings no version back that asks for less", async () => {
    const plugin = { component: "plugin:gone.mjs", outcomes: { passed: "password", failed: "DENY" } };
    await storeChain(api, chainOf({ plugin, password }));
    expect((await stand()).fault).toBeNull();
    expect(standingOf(await steps.begin())).toEqual([401, "DENY", "SIGN_IN_FAILED"]);
  });
});
