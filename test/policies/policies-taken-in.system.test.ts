import { afterAll, beforeAll, expect, test } from "vitest";

import { openPolicies } from "#bin/stored-policies.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { resetPolicy } from "#operations/policies/reset-policy.ts";
import { setPolicy } from "#operations/policies/set-policy.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { followChanges } from "../support/follow-changes.ts";
import { callerOf } from "../support/service.ts";

let api: TestApi;
let root: Row<"users">;
let bob: Row<"users">;

beforeAll(async () => {
  api = await openTestApi();
  [root] = (await api.context.store.select("users", { where: { id: "root" } })) as [Row<"users">];
  bob = await api.addUser("bob");
});
afterAll(() => api.close());

const as = <I, O, P>(user: Row<"users">, operation: Operation<I, O, P>, input: unknown) =>
  invoke(operation, api.context, callerOf(user), input);

test("another process takes a change in from the change log, and a reset too", async () => {
  const store = await api.another();
  const changes = await followChanges(store, api.context);
  const other = await openPolicies(store, { log: api.context.log, changes });
  try {
    const principal = { key: bob.key, id: "bob", superuser: false, classes: [] };
    const asks = () => other.engine.decide("nodes_get", { principal }).allowed;
    expect(asks()).toBe(false);
    const { version } = other.engine;
    await as(root, setPolicy, { key: "nodes_get", expression: "true" });
    await expect.poll(asks).toBe(true);
    expect(other.engine.version).toBeGreaterThan(version);
    await as(root, resetPolicy, { key: "nodes_get" });
    await expect.poll(asks).toBe(false);
  } finally {
    other.stop();
    await changes.stop();
  }
});

test("a load that fails leaves the policies as they are, and is tried again without a further change", async () => {
  const store = await api.another();
  let failures = 0;
  const flaky: Store = {
    ...store,
    select(table, selection) {
      if (table !== "policies" || failures === 0) return store.select(table, selection);
      failures -= 1;
      return Promise.reject(new ServiceError("DATABASE_UNAVAILABLE"));
    },
  };
  const changes = await followChanges(store, api.context);
  const other = await openPolicies(flaky, { log: api.context.log, changes });
  try {
    const principal = { key: bob.key, id: "bob", superuser: false, classes: [] };
    const asks = () => other.engine.decide("nodes_get", { principal }).allowed;
    failures = 2;
    await as(root, setPolicy, { key: "nodes_get", expression: "true" });
    await expect.poll(() => failures).toBe(0);
    await expect.poll(asks).toBe(true);
  } finally {
    other.stop();
    await changes.stop();
    await as(root, resetPolicy, { key: "nodes_get" });
  }
});
