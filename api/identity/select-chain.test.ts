import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { chainChangesMax } from "#domain/chain-limits.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { chainOf, type SignInSteps, signInSteps, standingOf } from "#test/support/sign-in-steps.ts";
import { storeChain } from "#test/support/stored-chain.ts";

let api: TestApi;
let steps: SignInSteps;

beforeAll(async () => {
  api = await openTestApi();
  steps = signInSteps(api);
  await api.addUser("ada");
  await api.addUser("eve");
});
afterAll(() => api.close());
beforeEach(() =>
  api.store.transaction(async () => {
    for (const { name } of await api.store.select("authChains"))
      await api.store.save("authChains", { name, stored: null, enabled: true });
  }),
);

const userName = { component: "userName", outcomes: { given: "select" } };
const select = { component: "selectChain", outcomes: { none: "DENY" } };
const password = { component: "password", outcomes: { passed: "ALLOW", failed: "DENY" } };
const equal = (expression: string, value: string) => [{ expression, match: "equal", value } as const];

describe("a step that selects a chain", () => {
  it("hands on to the chain that what is known by now selects", async () => {
    await storeChain(api, chainOf({ userName, select }, { name: "first", position: 1 }));
    const asksMore = { component: "password", outcomes: { passed: "second", failed: "DENY" } };
    const forEve = { name: "for-eve", position: 2, selectors: equal("userName", "eve") };
    await storeChain(api, chainOf({ password: asksMore, second: password }, forEve));
    const ada = await steps.begin();
    expect(standingOf(await steps.answer(ada, { userName: "ada" }))).toEqual([200, ["password"]]);
    expect((await steps.answer(ada, { password: "password-of-ada" })).json.end).toBe("ALLOW");
    const eve = await steps.begin();
    await steps.answer(eve, { userName: "eve" });
    expect(standingOf(await steps.answer(eve, { password: "password-of-eve" }))).toEqual([200, ["password"]]);
    expect((await steps.answer(eve, { password: "password-of-eve" })).json.end).toBe("ALLOW");
  });

  it("knows behind another chain whom a step before has proved", async () => {
    const first = { component: "password", outcomes: { passed: "select", failed: "DENY" } };
    await storeChain(api, chainOf({ first, select }, { name: "first", position: 1 }));
    const begun = await steps.begin({ userName: "ada" });
    expect(standingOf(await steps.answer(begun, { password: "password-of-ada" }))).toEqual([200, ["password"]]);
    expect(standingOf(await steps.answer(begun, { password: "password-of-ada" }))).toEqual([200, "ALLOW"]);
  });

  it("ends with none where no other chain is selected", async () => {
    await storeChain(api, chainOf({ select: { ...select, outcomes: { none: "password" } }, password }));
    const begun = await steps.begin({ userName: "ada" });
    expect(standingOf(begun)).toEqual([201, ["password"]]);
    await storeChain(api, chainOf({ select }));
    expect(standingOf(await steps.begin())).toEqual([401, "DENY", "SIGN_IN_FAILED"]);
  });

  it("ends in DENY where two chains hand on to each other, after as many changes as one sign-in may have", async () => {
    await storeChain(api, chainOf({ select }, { name: "one", position: 1 }));
    await storeChain(api, chainOf({ select }, { name: "other", position: 2 }));
    expect(standingOf(await steps.begin())).toEqual([401, "DENY", "SIGN_IN_FAILED"]);
    const [attempt] = await api.store.select("signInAttempts", { orderBy: [["startedAt", "desc"]], limit: 1 });
    expect(attempt).toMatchObject({ end: "DENY", chainChanges: chainChangesMax });
  });
});
