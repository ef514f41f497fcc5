import { afterAll, beforeAll, expect, it } from "vitest";

import { changedRules, initialRules } from "#domain/passwords/password-rules.ts";
import { foundOrganisation } from "#test/support/organisation.ts";
import { callerOf, openTestService, type TestService } from "#test/support/service.ts";

import { targetSystemOptions } from "../abilities/target-system-options.ts";
import { invoke } from "../kernel/invoke.ts";
import { install } from "./install.ts";

let opened: TestService;
beforeAll(async () => {
  opened = await openTestService();
});
afterAll(() => opened.close());

const engine = callerOf({ key: "", id: "up", superuser: false }, { kind: "engine", key: null, module: "load" });
const run = () => invoke(install, opened.context, engine, {});

it("writes the password policies, the node, the group DEFAULT, the user classes and the client; again nothing", async () => {
  const { store } = opened;
  await run();
  const policies = await store.select("passwordPolicies", { orderBy: [["id", "asc"]] });
  expect(policies.map(({ id }) => id)).toEqual(["DEFAULT", "PAM_DEFAULT"]);
  for (const policy of policies) expect(policy).toMatchObject(initialRules());
  expect(await store.select("nodes")).toMatchObject([{ id: "node1" }]);
  expect(await store.get("targetGroups", "DEFAULT")).toMatchObject({ passwordPolicyId: "DEFAULT" });
  const changes = async () =>
    JSON.stringify(await Promise.all([store.select("nodes"), store.select("passwordPolicies")]));
  const before = await changes();
  await run();
  expect(await changes()).toBe(before);
});

it("removes the policy that earlier versions added and nothing uses, unless somebody has changed it or uses it", async () => {
  const { store } = opened;
  const old = {
    id: "PERSONAL_VAULT",
    description: "Passwords that users keep in their personal vaults",
    ...initialRules(),
  };
  const isLeft = async (more: object) => {
    await store.transaction(() => store.save("passwordPolicies", { ...old, ...more }));
    await run();
    return (await store.get("passwordPolicies", old.id)) !== undefined;
  };
  expect(await isLeft({})).toBe(false);
  expect(await isLeft({ description: "Ours" })).toBe(true);
  expect(await isLeft(changedRules(initialRules(), { length: { minLength: { value: 9 } } }))).toBe(true);
  await store.transaction(() => store.save("targetGroups", { id: "DEFAULT", passwordPolicyId: old.id }));
  expect(await isLeft({})).toBe(true);
  await store.transaction(() => store.save("targetGroups", { id: "DEFAULT", passwordPolicyId: "DEFAULT" }));
  expect(await isLeft({})).toBe(false);
});

it("gives target systems the rows of options that a new version brings, and leaves those that are set", async () => {
  const { store, context } = opened;
  await foundOrganisation(context, { people: [], targets: { T1: [] } });
  const rows = await store.select("targetSystemOptions", { where: { targetSystemId: "T1" } });
  await store.transaction(async () => {
    for (const { key, name } of rows) {
      if (name === "allowPasswordChange") await store.save("targetSystemOptions", { key, value: false });
      else await store.remove("targetSystemOptions", key);
    }
  });
  await run();
  const after = await store.select("targetSystemOptions", { where: { targetSystemId: "T1" } });
  expect(after.map(({ name }) => name).toSorted()).toEqual(Object.keys(targetSystemOptions).toSorted());
  const valueOf = (option: string) => after.find(({ name }) => name === option)?.value;
  expect([valueOf("allowPasswordChange"), valueOf("context_strict"), valueOf("newIdCaseSetProgram")]).toEqual([
    false,
    true,
    null,
  ]);
});
