import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { defaultPolicies } from "#policies/default-policies.ts";
import { createPolicyEngine } from "#policies/engine.ts";
import type { Store } from "#store/store.ts";
import { countStatements } from "#test/support/count-statements.ts";
import { openTestService, type TestService } from "#test/support/service.ts";

import { createUserFacts, type UserFactsCache } from "./user-facts.ts";

let service: TestService;
let store: Store;
let users: UserFactsCache;

beforeEach(async () => {
  service = await openTestService({ follow: true });
  ({ store } = service);
  users = createUserFacts(service.context);
  await store.transaction(async () => {
    await store.save("users", { key: "ada", id: "ada" });
    await store.save("users", { key: "bob", id: "bob" });
    await store.save("userClassMembers", { key: "m1", userClassId: "A", userKey: "ada" });
  });
});
afterEach(() => service.close());

const statements = (run: () => unknown) => countStatements(service, async () => void (await run()));

it("reads a user once", async () => {
  expect(await users.of("ada")).toMatchObject({ id: "ada", classes: ["_ALLUSERS_", "A"], locked: false });
  expect(await statements(() => users.of("ada"))).toBe(0);
  expect(await users.of("nobody")).toBeUndefined();
});

it("knows a user whose attributes have names such as constructor", async () => {
  const expression = "GetProfileAttributeValues('constructor').exists(value, value == 'a')";
  const policies = createPolicyEngine(
    defaultPolicies.map((policy) => (policy.name === "identity_connect_token" ? { ...policy, expression } : policy)),
  );
  users = createUserFacts({ ...service.context, policies });
  await store.transaction(async () => {
    for (const [key, name] of Object.entries({ a1: "constructor", a2: "__proto__" }))
      await store.save("userAttributes", { key, userKey: "ada", name, value: "a" });
  });
  const { attributes = {} } = (await users.of("ada")) ?? {};
  expect(Object.entries(attributes).toSorted()).toEqual([
    ["__proto__", ["a"]],
    ["constructor", ["a"]],
  ]);
});

it("keeps so many users only, and their classes with them", async () => {
  users = createUserFacts(service.context, 1);
  await users.of("ada");
  await users.of("bob");
  expect(await statements(() => users.of("bob"))).toBe(0);
  expect(await statements(() => users.of("ada"))).toBe(2);
  await store.transaction(() => store.remove("userClassMembers", "m1"));
  expect(await users.of("ada")).toMatchObject({ classes: ["_ALLUSERS_"] });
});

type Change = (on: Store) => Promise<unknown>;
const changes: Readonly<Record<string, [Change, object | undefined]>> = {
  locked: [
    (on) => on.save("users", { key: "ada", locked: true, lockedBy: "failures" }),
    { locked: true, lockedBy: "failures" },
  ],
  "locked by another": [
    (on) => on.save("users", { key: "ada", lockedBy: "administrator" }),
    { lockedBy: "administrator" },
  ],
  disabled: [(on) => on.save("users", { key: "ada", disabled: true }), { disabled: true }],
  "with a higher token version": [(on) => on.save("users", { key: "ada", tokenVersion: 7 }), { tokenVersion: 7 }],
  "made a superuser": [(on) => on.save("users", { key: "ada", superuser: true }), { superuser: true }],
  renamed: [(on) => on.save("users", { key: "ada", id: "eva" }), { id: "eva" }],
  gone: [(on) => on.remove("users", "ada"), undefined],
  "out of a class": [(on) => on.remove("userClassMembers", "m1"), { classes: ["_ALLUSERS_"] }],
  "in a further class": [
    (on) => on.save("userClassMembers", { key: "m2", userClassId: "B", userKey: "ada" }),
    { classes: ["_ALLUSERS_", "A", "B"] },
  ],
  "whose membership went to another": [
    (on) => on.save("userClassMembers", { key: "m1", userKey: "bob" }),
    { classes: ["_ALLUSERS_"] },
  ],
};

describe.each(Object.keys(changes))("a user %s", (name) => {
  const [change, expected] = changes[name] ?? [];

  it("is known when this process has committed", async () => {
    await users.of("ada");
    await store.transaction(() => change?.(store) ?? Promise.resolve());
    const facts = await users.of("ada");
    expect(facts).toEqual(expected && expect.objectContaining(expected));
  });

  it("is known when another process has committed and the log was read", async () => {
    await Promise.all([users.of("ada"), users.of("bob")]);
    const other = await service.another();
    await other.transaction(() => change?.(other) ?? Promise.resolve());
    await service.changes.poll();
    expect(await users.of("ada")).toEqual(expected && expect.objectContaining(expected));
  });

  it("is known although the change came while the user was being read", async () => {
    const { promise: changed, resolve: goOn } = Promise.withResolvers<void>();
    const select: Store["select"] = async (...given) => {
      const rows = await store.select(...given);
      await changed;
      return rows;
    };
    users = createUserFacts({ ...service.context, store: { ...store, select } });
    const early = users.of("ada");
    await new Promise((resolve) => setImmediate(resolve));
    await store.transaction(() => change?.(store) ?? Promise.resolve());
    const late = users.of("ada");
    goOn();
    await early;
    expect(await late).toEqual(expected && expect.objectContaining(expected));
    expect(await users.of("ada")).toEqual(expected && expect.objectContaining(expected));
  });
});

it("is not read again for what the log repeats, nor for what does not matter", async () => {
  await store.transaction(() => store.save("users", { key: "ada", disabled: true }));
  await users.of("ada");
  await service.changes.poll();
  await store.transaction(() => store.save("users", { key: "ada", failures: 3, displayName: "Ada" }));
  expect(await statements(() => users.of("ada"))).toBe(0);
});

it("reads the profile of a user it knows when a new policy needs it", async () => {
  await store.transaction(() =>
    store.save("userAttributes", { key: "a1", userKey: "ada", name: "rest", value: "yes" }),
  );
  const policies = createPolicyEngine();
  let needed = false;
  users = createUserFacts({ ...service.context, policies: { ...policies, readsProfile: () => needed } });
  expect(await users.of("ada")).toMatchObject({ attributes: {} });
  needed = true;
  expect(await users.of("ada")).toMatchObject({ attributes: { rest: ["yes"] } });
  expect(await statements(() => users.of("ada"))).toBe(0);
});

// @specification 5.profile-attributes
it("reads profile attributes where the policy about tokens needs them, and follows them", async () => {
  const policies = createPolicyEngine([
    ...defaultPolicies.filter(({ name }) => name !== "identity_connect_token"),
    {
      name: "identity_connect_token",
      resource: null,
      expression: "'yes' in GetProfileAttributeValues('rest')",
    },
  ]);
  users = createUserFacts({ ...service.context, policies });
  expect(await users.of("ada")).toMatchObject({ attributes: {} });
  await store.transaction(() =>
    store.save("userAttributes", { key: "a1", userKey: "ada", name: "rest", value: "yes" }),
  );
  expect(await users.of("ada")).toMatchObject({ attributes: { rest: ["yes"] } });
  await store.transaction(() => store.remove("userAttributes", "a1"));
  expect(await users.of("ada")).toMatchObject({ attributes: {} });
});
