import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { normaliseAnswer } from "#domain/passwords/question-answer.ts";
import { policyOf } from "#domain/policy-name.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { setPolicy } from "#operations/policies/set-policy.ts";
import { defaultPolicy } from "#policies/default-policies.ts";
import type { Row } from "#store/tables.ts";
import type { TestAnswer } from "#test/support/api.ts";
import { giveAnswers } from "#test/support/given-answers.ts";
import { usualCapabilities } from "#test/support/organisation.ts";
import { createQuickHasher } from "#test/support/quick-hasher.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";
import { failure } from "#test/support/says.ts";
import { callerOf } from "#test/support/service.ts";
import { signInSteps } from "#test/support/sign-in-steps.ts";

const people = ["ada", "bob", "boss", "chief", "desk", "desk2", "keeper", "operator", "outsider", "sup"];
const accountOf = (id: string) => `77777777-0000-4000-8000-${String(people.indexOf(id)).padStart(12, "0")}`;
const managed = "77777777-0000-4000-8000-999999999999";
/** Condition on whom the help desk may help: nobody of the name `outsider`. */
const helpedByDesk =
  "IsSuperuser() || resource.key == principal.key || ('_HELP_DESK_' in principal.classes && resource.id != 'outsider')";
let passwords = 0;
let api: RequestApi;
let root: Row<"users">;
const allow = (name: string, expression: string) =>
  invoke(setPolicy, api.context, callerOf(root), { key: name, expression, comment: "test" });

beforeAll(async () => {
  api = await openRequestApi({
    people,
    classes: { _HELP_DESK_: ["desk", "desk2"], OPERATORS: ["operator"], KEEPERS: ["keeper"] },
    targets: { T1: [] },
    capabilities: [...usualCapabilities, "changePassword", "resetPassword", "expirePassword"],
  });
  const { store } = api;
  [root] = (await store.select("users", { where: { superuser: true } })) as [Row<"users">];
  await store.transaction(async () => {
    const account = (key: string, id: string) => {
      const names = { stableId: key, longId: key, shortId: key, displayId: id };
      return store.save("accounts", { key, targetSystemKey: "T1", userKey: api.keyOf(id), ...names });
    };
    for (const id of people) await account(accountOf(id), id);
    await account(managed, "bob");
    await store.save("managedAccounts", {
      key: "m",
      accountKey: managed,
      managedSystemKey: "s",
      status: "U",
      policyId: "P",
    });
    await store.save("users", { key: api.keyOf("sup"), superuser: true });
    await store.save("users", { key: api.keyOf("desk"), managerKey: api.keyOf("boss") });
    await store.save("users", { key: api.keyOf("boss"), managerKey: api.keyOf("chief") });
    const right = { key: "right", policyId: "P", right: "ask", userClassId: "KEEPERS", grantedAt: 1 } as const;
    await store.save("checkoutRights", right);
  });
  await allow("targetsystems_get_list", "IsSuperuser() || 'OPERATORS' in principal.classes");
  await allow(policyOf.action("users/resetPasswords"), helpedByDesk);
  await allow(
    policyOf.action("accounts/resetPassword"),
    "IsSuperuser() || resource.userKey == principal.key || '_HELP_DESK_' in principal.classes",
  );
});
afterAll(() => api.close());

const fresh = () => `A kettle of ${++passwords} fish`;
const reset = (of: string, part: object = {}, as = "desk") =>
  api.call("POST", `/v2/users(${api.keyOf(of)})/resetPasswords`, as, { password: fresh(), ...part });
const told = async (answer: Promise<TestAnswer>) => {
  const { status, json } = await answer;
  return status < 300 ? status : `${status} ${json.error.code}`;
};

it("by default the help desk resets no password", async () => {
  const name = policyOf.action("users/resetPasswords");
  await allow(name, defaultPolicy(name)?.expression ?? "");
  expect(await told(reset("ada"))).toBe("403 FORBIDDEN");
  await allow(name, helpedByDesk);
});

describe("a member of the help desk whom a policy lets reset passwords", () => {
  it.each([
    ["a colleague", "ada", 202],
    ["somebody in the help desk too", "desk2", 202],
    ["a person whom the condition of the policy leaves out", "outsider", "403 FORBIDDEN"],
    ["the boss", "boss", "403 FORBIDDEN"],
    ["the boss of the boss", "chief", "403 FORBIDDEN"],
    ["a superuser", "sup", "403 FORBIDDEN"],
    ["an operator whom a policy names", "operator", "403 FORBIDDEN"],
    ["somebody with a right to privileged passwords", "keeper", "403 FORBIDDEN"],
  ])("resets the password of %s: %s", async (_, id, expected) => {
    const before = await api.store.count("requestOperations");
    expect(await told(reset(id))).toBe(expected);
    expect((await api.store.count("requestOperations")) - before).toBe(expected === 202 ? 1 : 0);
  });

  it("is stopped in the same way at the account itself, and does so for somebody of less rights", async () => {
    const at = (id: string) =>
      told(api.call("POST", `/v2/accounts(${accountOf(id)})/resetPassword`, "desk", { password: fresh() }));
    expect([await at("boss"), await at("sup"), await at("operator"), await at("ada")]).toEqual([
      "403 FORBIDDEN",
      "403 FORBIDDEN",
      "403 FORBIDDEN",
      202,
    ]);
  });

  it("resets the boss where one more policy says so, and the audit of a refusal names that policy", async () => {
    const name = policyOf.action("users/resetPasswordsAbove");
    expect(failure(await reset("boss"))[0]).toBe(403);
    const [last] = await api.store.select("sesslog_full", {
      where: { recipient: api.keyOf("boss"), result: "F" },
      orderBy: [["seq", "desc"]],
      limit: 1,
    });
    expect(last?.message).toContain(name);
    await allow(name, "IsSuperuser() || (resource.id == 'boss' && principal.id == 'desk')");
    expect(await told(reset("boss"))).toBe(202);
    expect(await told(reset("chief"))).toBe("403 FORBIDDEN");
    await allow(name, "IsSuperuser()");
    expect(await told(reset("boss"))).toBe("403 FORBIDDEN");
  });

  it("has to prove who they are to reset their own, which is no help of the desk", async () => {
    const { proofMinutes } = api.context.settings;
    Object.assign(api.context.settings, { proofMinutes: 2 });
    expect(await told(reset("desk"))).toBe(202);
    api.clock.advance(3 * 60_000);
    expect(await told(reset("desk"))).toBe("401 PROOF_REQUIRED");
    expect(await told(reset("ada"))).toBe(202);
    Object.assign(api.context.settings, { proofMinutes });
  });

  it("never resets an account whose password the vault keeps", async () => {
    expect(await told(reset("bob", { accountKeys: [managed] }))).toBe("409 ACCOUNT_MANAGED");
    const { json } = await reset("bob");
    expect(json.accountKey).toBe(accountOf("bob"));
  });
});

describe("a reset by somebody else", () => {
  const audited = (operation: "ACEX" | "SRES", batchId: string) =>
    api.store.select("sesslog_full", { where: { operation, batchId } });
  const notices = (requestKey: string) =>
    api.store.select("notices", { where: { requestKey, kind: "passwordReset", userKey: api.keyOf("ada") } });

  it.each<[string, boolean | undefined, "S" | "F", string[], number]>([
    ["that must be changed", true, "S", ["S"], 1],
    ["that may stay", undefined, "S", [], 1],
    ["that the target refuses", true, "F", ["F"], 0],
  ])("with a password %s is audited and told to the person", async (_, mustChange, result, acex, count) => {
    const accepted = await reset("ada", { accountKeys: [accountOf("ada")], ...(mustChange && { mustChange }) });
    const requestKey = String(accepted.json.requestKey);
    await api.carryOut(accepted, result === "S" ? { result } : { result, code: "policy", message: "too short" });
    const rows = await audited("ACEX", requestKey);
    expect(rows.map((row) => row.result)).toEqual(acex);
    for (const row of rows)
      expect(row).toMatchObject({ actor: api.keyOf("desk"), recipient: api.keyOf("ada"), module: "rest" });
    expect(await audited("SRES", requestKey)).toEqual([]);
    const facts = { resetterKey: api.keyOf("desk"), accounts: 1, duty: mustChange ? "mustChange" : "" };
    expect((await notices(requestKey)).map((notice) => notice.facts)).toEqual(count === 1 ? [facts] : []);
  });

  it("is told at each time, and not of one's own", async () => {
    const own = await reset("ada", {}, "ada");
    await api.carryOut(own, { result: "S" });
    expect(await notices(String(own.json.requestKey))).toEqual([]);
    expect(await audited("SRES", String(own.json.requestKey))).toHaveLength(1);
    expect(await audited("ACEX", String(own.json.requestKey))).toEqual([]);
  });
});

describe("wrong answers", () => {
  const hasher = createQuickHasher();
  let caller: Row<"users">;
  let count = 0;
  beforeEach(async () => {
    caller = await api.addUser(`caller${++count}`, { classes: ["_EXPLICIT_REST_API_USERS_"] });
    await giveAnswers(api.context, caller.key, await hasher.hash(new Secret(normaliseAnswer("rex"))));
  });
  const failures = async () => (await api.store.get("users", caller.key))?.failures;
  const answer = async (as: string, words: string) => {
    const path = `/v2/users(${caller.key})`;
    const begun = await api.call("POST", `${path}/identify`, as, {});
    const fields = { answer1: words, answer2: words };
    const body = { attempt: begun.json.attempt, fields };
    return (await api.call("POST", `${path}/answerIdentification`, as, body)).json;
  };

  it("are counted over the help desk, the forgotten password and the sign-in as one, and two helpers are no way around", async () => {
    const steps = signInSteps(api);
    expect((await answer("desk", "wrong")).state).toBe("failed");
    expect((await answer("desk2", "wrong")).state).toBe("failed");
    const forgotten = await steps.begin({ purpose: "forgotPassword", userName: caller.id });
    await steps.answer(forgotten, { answer1: "wrong", answer2: "wrong" });
    expect(await failures()).toBe(3);
    for (let tries = 0; tries < 2; tries += 1) await api.signIn(caller.id, { password: "wrong" });
    expect(await api.store.get("users", caller.key)).toMatchObject({ failures: 5, locked: true });
    // From here on right answers say no more than wrong ones, at every door.
    const [right, wrong] = [await answer("desk", "rex"), await answer("desk", "wrong")];
    expect([right.state, right.refusal]).toEqual(["failed", null]);
    expect({ ...right, attempt: null }).toEqual({ ...wrong, attempt: null });
    const again = await steps.begin({ purpose: "forgotPassword", userName: caller.id });
    expect((await steps.answer(again, { answer1: "rex", answer2: "rex" })).status).toBe(401);
  });
});
