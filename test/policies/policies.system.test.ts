import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ServiceError } from "#domain/errors.ts";
import { ne } from "#domain/query/condition.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { checkPolicyText } from "#operations/policies/check-policy.ts";
import { dryRunPolicies } from "#operations/policies/dry-run.ts";
import { explainPolicy } from "#operations/policies/explain-policy.ts";
import { listPolicies, listPolicyVersions, showPolicy } from "#operations/policies/read-policies.ts";
import { resetPolicy } from "#operations/policies/reset-policy.ts";
import { rollBackPolicy } from "#operations/policies/roll-back-policy.ts";
import { setPolicy } from "#operations/policies/set-policy.ts";
import { defaultPolicies } from "#policies/default-policies.ts";
import { createPolicyEngine } from "#policies/engine.ts";
import type { Row } from "#store/tables.ts";

import { openTestApi, type TestApi } from "../support/api.ts";
import { callerOf } from "../support/service.ts";

let api: TestApi;
let root: Row<"users">;
let ada: Row<"users">;
let bob: Row<"users">;

beforeAll(async () => {
  api = await openTestApi();
  [root] = (await api.context.store.select("users", { where: { id: "root" } })) as [Row<"users">];
  ada = await api.addUser("ada", { classes: ["_EXPLICIT_REST_API_USERS_", "_HELP_DESK_"] });
  bob = await api.addUser("bob");
  await api.context.store.transaction(async () => {
    for (const [shortId, userKey] of Object.entries({ ada1: ada.key, bob1: bob.key, free: null })) {
      const ids = { key: `account-${shortId}`, stableId: shortId, longId: shortId, displayId: shortId };
      await api.context.store.save("accounts", { ...ids, shortId, targetSystemKey: "T", userKey });
    }
  });
});
afterAll(() => api.close());

/** Runs an operation as one of the people. */
const as = <I, O, P>(user: Row<"users">, operation: Operation<I, O, P>, input: unknown) =>
  invoke(operation, api.context, callerOf(user), input);
/** Runs an operation as the operator's commands do. */
const asOperator = <I, O, P>(operation: Operation<I, O, P>, input: unknown) =>
  invoke(operation, api.context, engineCaller("cli", "test", "cli:test"), input);
const allowed = async (id: string, path: string) => (await api.send("GET", path, { as: id })).status;
const seen = async (id: string) =>
  ((await api.send("GET", "/v2/accounts", { as: id })).json.value as { shortId: string }[]).map(
    ({ shortId }) => shortId,
  );
const stored = () => api.context.store.select("policies", { where: ne("expression", null) });
const refusals = async () => {
  const rows = await api.context.store.select("sesslog_full", { where: { result: "F" }, orderBy: [["seq", "asc"]] });
  return rows.map(({ actor, message }) => ({ actor, message }));
};

/** Puts a row into the table without the checks, as an attacker with access to the database could. */
async function plant(name: string, expression: string): Promise<void> {
  const { store } = api.context;
  await store.transaction(() => store.save("policies", { name, expression, enabled: true, number: 1 }));
  await api.context.reloadPolicies?.();
}

describe("a policy is changed", () => {
  // @specification 5.policy-engine
  test("and the next call is decided by it; reset, and it is as before", async () => {
    expect([await allowed("ada", "/v2/accounts"), await allowed("bob", "/v2/accounts")]).toEqual([403, 403]);
    const own = "IsSuperuser() || resource.userKey == principal.key || '_HELP_DESK_' in principal.classes";
    const saved = await as(root, setPolicy, { key: "accounts_get_list", expression: own, comment: "help desk" });
    expect(saved).toMatchObject({ number: 1, expression: own, enabled: true });
    expect((await asOperator(listPolicyVersions, { name: "accounts_get_list" }))[0]).toMatchObject({
      number: 1,
      action: "set",
      before: null,
      after: own,
      changedBy: "root",
    });
    expect([await seen("ada"), await seen("bob")]).toEqual([["ada1", "bob1", "free"], ["bob1"]]);
    await as(root, resetPolicy, { key: "accounts_get_list" });
    expect([await allowed("ada", "/v2/accounts"), await allowed("bob", "/v2/accounts")]).toEqual([403, 403]);
    expect(await stored()).toEqual([]);
  });

  test("and every version stays, with who, when, why, before and after; each can be put back", async () => {
    const name = "users_get_list";
    await as(root, setPolicy, { key: name, expression: "IsSuperuser()", comment: "less" });
    await as(root, setPolicy, { key: name, expression: "true", comment: "all" });
    const back = await as(root, rollBackPolicy, { key: name, number: 1 });
    expect(back).toMatchObject({ number: 3, action: "rollback", before: "true", after: "IsSuperuser()" });
    expect(await allowed("ada", "/v2/users")).toBe(403);
    await as(root, rollBackPolicy, { key: name, number: 0, comment: "as it was" });
    expect(await allowed("ada", "/v2/users")).toBe(200);
    const versions = await asOperator(listPolicyVersions, { name });
    expect(
      versions.map(({ number, action, before, after, comment }) => [number, action, before, after, comment]),
    ).toEqual([
      [4, "rollback", "IsSuperuser()", null, "as it was"],
      [3, "rollback", "true", "IsSuperuser()", null],
      [2, "set", "IsSuperuser()", "true", "all"],
      [1, "set", null, "IsSuperuser()", "less"],
    ]);
    expect(versions.every(({ changedBy, changedAt }) => changedBy === "root" && changedAt > 0)).toBe(true);
    await expect(as(root, rollBackPolicy, { key: name, number: 9 })).rejects.toMatchObject({
      code: "POLICY_VERSION_UNKNOWN",
    });
  });

  test("and kept without being in force until it is enabled", async () => {
    const name = "nodes_get_list";
    await as(root, setPolicy, { key: name, expression: "true", enabled: false });
    expect(await allowed("bob", "/v2/nodes")).toBe(403);
    expect(await asOperator(showPolicy, { name })).toMatchObject({
      source: "default",
      expression: "IsSuperuser()",
      stored: { expression: "true", enabled: false, number: 1 },
    });
    await as(root, setPolicy, { key: name, enabled: true });
    expect(await allowed("bob", "/v2/nodes")).toBe(200);
    await as(root, resetPolicy, { key: name });
  });

  test("only from the version that its author has seen", async () => {
    const name = "roles_get_list";
    await as(root, setPolicy, { key: name, expression: "true", expectedNumber: 0 });
    const late = as(root, setPolicy, { key: name, expression: "false", expectedNumber: 0 });
    await expect(late).rejects.toMatchObject({ code: "VERSION_MISMATCH", target: "expectedNumber" });
    await as(root, resetPolicy, { key: name, expectedNumber: 1 });
    await expect(as(root, resetPolicy, { key: name })).rejects.toMatchObject({ code: "POLICY_NOT_STORED" });
  });

  test("by superusers alone, unless a policy says otherwise", async () => {
    const before = await stored();
    for (const [operation, input] of [
      [setPolicy, { key: "users_get", expression: "true" }],
      [resetPolicy, { key: "users_get" }],
      [rollBackPolicy, { key: "users_get", number: 0 }],
      [listPolicies, {}],
      [showPolicy, { name: "users_get" }],
      [listPolicyVersions, { name: "users_get" }],
      [checkPolicyText, { key: "users_get", expression: "true" }],
      [explainPolicy, { key: "users_get", userId: "root" }],
      [dryRunPolicies, { policies: [{ name: "users_get", expression: "true" }] }],
    ] as const) {
      await expect(as(ada, operation as Operation, input), operation.name).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    expect(await stored()).toEqual(before);
    await as(root, setPolicy, { key: "policies_get_list", expression: "'_HELP_DESK_' in principal.classes" });
    const { json } = await api.send("GET", "/v2/policies?$count=true", { as: "ada" });
    expect(json["@odata.count"]).toBe(defaultPolicies.length);
    await as(root, resetPolicy, { key: "policies_get_list" });
  });
});

test("changes of one policy at one moment are versions one after the other", async () => {
  const name = "checkouts_get_list";
  const one = (index: number) => as(root, setPolicy, { key: name, expression: `principal.id == 'p${index}'` });
  const saved = await Promise.all([0, 1, 2, 3, 4, 5].map(one));
  expect(saved.map(({ number }) => number).toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
  const [{ expression } = { expression: "" }] = await stored();
  expect(saved.find(({ number }) => number === 6)?.expression).toBe(expression);
  await as(root, resetPolicy, { key: name });
});

describe("a wrong policy is refused when it is saved, with line, column and the nearest name", () => {
  test.each([
    ["users_get", "IsSuperuser() ||\n resource.lokced", "users_get:2:11", "'resource.locked'"],
    ["users_get", "IsSuperUser()", "users_get:1:1", "'IsSuperuser'"],
    ["users_get", "principle.key == ''", "users_get:1:1", "'principal'"],
    ["users_get", "principal.kee == ''", "users_get:1:11", "'principal.key'"],
    [
      "accounts_post_create",
      "resource.userKey == ''",
      "accounts_post_create:1:1",
      "The name 'resource' is not known here",
    ],
    ["users_get", "principal.id", "users_get:1:11", "must give true or false"],
    ["users_get", "1 + 1", "users_get:1:3", "must give true or false"],
    ["users_get", "resource.id.endsWith('a')", "users_get:1:13", "cannot be asked of a database"],
    ["users_get", "true &&", "users_get:1:6", "not a CEL expression"],
    ["users_get", "(".repeat(33) + "true" + ")".repeat(33), "users_get:1:33", "32 deep"],
    ["users_get", `true ${" ".repeat(2000)}`, "users_get:1:1", "at most 2000 characters"],
    ["users_get", `${"true || ".repeat(120)}true`, "users_get:1:1", "at most 200 nodes"],
    ["users_get", "principal.classes.all(c, principal.classes.exists(d, c == d))", "users_get:1:", "inside another"],
  ])("%s: %s", async (name, expression, target, hint) => {
    const before = await stored();
    const error: unknown = await as(root, setPolicy, { key: name, expression }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({
      code: "POLICY_INVALID",
      target: expect.stringContaining(target),
      details: [{ code: "POLICY_INVALID", message: expect.stringContaining(hint) }],
    });
    expect(await stored()).toEqual(before);
    expect((await refusals()).at(-1)).toEqual({
      actor: root.key,
      message: expect.stringMatching(/^POLICY_INVALID: users_get:|^POLICY_INVALID: accounts_post_create:/),
    });
  });

  test("also one under a name that nothing asks", async () => {
    await expect(as(root, setPolicy, { key: "user_get", expression: "true" })).rejects.toMatchObject({
      code: "POLICY_UNKNOWN",
      message: expect.stringContaining("Did you mean 'users_get'?"),
    });
  });
});

describe("what is planted past the checks denies everybody and is in the audit", () => {
  test.each([
    ["a broken policy", "resource.nothing == 1", "the policy is broken at 1:10: The field 'resource.nothing'"],
    ["a text that is no expression", "((", "the policy is broken at 1:3: This is not a CEL expression"],
    ["a policy that gives a text", "'true'", "the policy is broken at 1:1: A policy must give true or false"],
    ["a policy that gives a number", "1", "the policy is broken at 1:1: A policy must give true or false"],
  ])("%s", async (_, expression, reason) => {
    await plant("targetgroups_get_list", expression);
    for (const { key, id } of [root, bob]) {
      expect(await allowed(id, "/v2/targetGroups")).toBe(403);
      expect((await refusals()).at(-1)).toEqual({
        actor: key,
        message: expect.stringContaining(`FORBIDDEN: targetgroups_get_list: ${reason}`),
      });
    }
    expect(await asOperator(showPolicy, { name: "targetgroups_get_list" })).toMatchObject({
      fault: expect.stringContaining(reason),
    });
    await expect(as(root, explainPolicy, { key: "targetgroups_get_list", userId: "bob" })).rejects.toMatchObject({
      code: "POLICY_INVALID",
    });
    await as(root, resetPolicy, { key: "targetgroups_get_list" });
    expect(await allowed("bob", "/v2/targetGroups")).toBe(200);
  });

  test("a policy that fails when it runs", async () => {
    await as(root, setPolicy, {
      key: "requests_post_create",
      expression: "principal.attributes.none == ['x'] || true == (1 < 2)",
    });
    await as(root, setPolicy, { key: "requests_post_create", expression: "principal.attributes.none == ['x']" });
    const { status } = await api.send("POST", "/v2/requests", { as: "root", body: {} });
    expect(status).toBe(403);
    expect((await refusals()).at(-1)).toEqual({
      actor: root.key,
      message: expect.stringMatching(/^FORBIDDEN: requests_post_create: the policy failed: .*none/),
    });
    await as(root, resetPolicy, { key: "requests_post_create" });
  });

  test("a policy that is missing", async () => {
    const { policies } = api.context;
    Object.assign(api.context, { policies: createPolicyEngine([]) });
    expect(await allowed("root", "/v2/users")).toBe(403);
    Object.assign(api.context, { policies });
    expect((await refusals()).at(-1)).toEqual({
      actor: root.key,
      message: "FORBIDDEN: users_get_list: there is no such policy",
    });
  });

  test("and the caller is never told why", async () => {
    await plant("targetgroups_get_list", "1");
    const { text } = await api.send("GET", "/v2/targetGroups", { as: "bob" });
    expect(text).not.toMatch(/broken|true or false/);
    await as(root, resetPolicy, { key: "targetgroups_get_list" });
  });
});

describe("a dry run says who would gain or lose what, and writes nothing", () => {
  const everything = async () => {
    const { store } = api.context;
    return [await stored(), await store.select("policyVersions"), await store.changeLog.position()];
  };

  test("by rows, with counts and examples", async () => {
    const before = await everything();
    const expression =
      "resource.userKey == principal.key || '_HELP_DESK_' in principal.classes && resource.userKey != null";
    const { users, policies } = await as(root, dryRunPolicies, {
      policies: [{ name: "accounts_get_list", expression }],
    });
    expect(users).toEqual({ compared: 3, total: 3 });
    expect(policies).toMatchObject([
      {
        name: "accounts_get_list",
        kind: "rows",
        table: "accounts",
        gained: { users: 2, rows: 3 },
        lost: { users: 1, rows: 3 },
      },
    ]);
    const by = Object.fromEntries((policies[0]?.gained.examples ?? []).map(({ user, ...rest }) => [user, rest]));
    expect(by).toEqual({
      ada: { rows: 2, keys: ["account-ada1", "account-bob1"] },
      bob: { rows: 1, keys: ["account-bob1"] },
    });
    expect(policies[0]?.lost.examples).toEqual([
      { user: "root", rows: 3, keys: ["account-ada1", "account-bob1", "account-free"] },
    ]);
    expect(await everything()).toEqual(before);
  });

  test("by the right itself, where a policy reads no resource", async () => {
    const expression = "IsSuperuser() || '_HELP_DESK_' in principal.classes";
    const { policies } = await as(root, dryRunPolicies, { policies: [{ name: "accounts_post_create", expression }] });
    expect(policies).toEqual([
      {
        name: "accounts_post_create",
        kind: "calls",
        table: null,
        gained: { users: 1, rows: 0, examples: [{ user: "ada", rows: null, keys: [] }] },
        lost: { users: 0, rows: 0, examples: [] },
      },
    ]);
  });

  test("by a sample, where a database cannot answer", async () => {
    const expression = "resource.shortId.contains(principal.id)";
    const { policies } = await as(root, dryRunPolicies, {
      policies: [
        { name: "accounts_post_resetpassword", expression },
        { name: "requests_post_cancel", expression: "size(resource.number) > 0" },
      ],
    });
    expect(policies).toMatchObject([
      {
        name: "accounts_post_resetpassword",
        kind: "sample",
        gained: { users: 0 },
        lost: { users: 1, rows: 3, examples: [{ user: "root", rows: 3 }] },
      },
      { kind: "sample", gained: { users: 0 }, lost: { users: 0 } },
    ]);
  });

  test("bounded, and saying so", async () => {
    const policies = [{ name: "users_get_list", expression: "true" }];
    const result = await as(root, dryRunPolicies, { policies, usersMax: 2 });
    expect(result.users).toEqual({ compared: 2, total: 3 });
    await expect(as(root, dryRunPolicies, { policies, usersMax: 1_000_000 })).rejects.toMatchObject({
      code: "INPUT_INVALID",
    });
  });

  test("a wrong policy is refused", async () => {
    const policies = [{ name: "users_get_list", expression: "resource.idd == ''" }];
    await expect(as(root, dryRunPolicies, { policies })).rejects.toMatchObject({ code: "POLICY_INVALID" });
  });
});

test("a policy is explained for a user and a resource, part by part", async () => {
  const input = { key: "accounts_post_resetpassword", userId: "bob", resource: { userKey: ada.key } };
  const { allowed: may, parts } = await as(root, explainPolicy, input);
  expect(may).toBe(false);
  expect(parts.map(({ text, value }) => [text, value])).toEqual([
    ["IsSuperuser() || (resource.userKey == principal.key)", "false"],
    ["IsSuperuser()", "false"],
    ["resource.userKey == principal.key", "false"],
    ["resource.userKey", JSON.stringify(ada.key)],
    ["principal.key", JSON.stringify(bob.key)],
  ]);
  await expect(as(root, explainPolicy, { key: "users_get", userId: "nobody" })).rejects.toMatchObject({
    code: "NOT_FOUND",
    target: "userId",
  });
});
