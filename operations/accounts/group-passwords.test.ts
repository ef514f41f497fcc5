import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import type { ServiceError } from "#domain/errors.ts";
import type { GroupRules } from "#domain/passwords/group-rules.ts";
import { changedRules, initialRules } from "#domain/passwords/password-rules.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Caller } from "#operations/kernel/context.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import type { QueuedOperation } from "#operations/requests/engine/queue-operations.ts";
import { readPasswordRules } from "#operations/users/read-password-rules.ts";
import { resetGroupPasswords } from "#operations/users/reset-group-passwords.ts";
import { resetPasswords } from "#operations/users/reset-passwords.ts";
import { defaultPolicies } from "#policies/default-policies.ts";
import { createPolicyEngine } from "#policies/engine.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { changePassword, resetPassword } from "./account-passwords.ts";
import { createAccount } from "./create-account.ts";
import { updateAccount } from "./update-account.ts";

// ada has an account on each target system: a1, a2 and a3 in the group G, b1 in the group H.
const homes = { a1: "T1", a2: "T2", a3: "T3", b1: "T4" } as const;
type AccountKey = keyof typeof homes;

let room: RequestRoom;
let count = 0;

beforeEach(async () => {
  room = await openRequestRoom({
    capabilities: ["create", "update", "unlock", "resetPassword", "changePassword", "verify", "expirePassword"],
    targets: { T1: [], T2: [], T3: [], T4: [] },
  });
  await room.store.transaction(async () => {
    await room.store.save("users", { key: room.keyOf("dan"), superuser: true });
    for (const [key, targetSystemKey] of Object.entries(homes)) {
      const names = { stableId: key, longId: key, shortId: key, displayId: key };
      await room.store.save("accounts", { key, targetSystemKey, userKey: room.keyOf("ada"), ...names });
    }
  });
  await setRules("H", {});
});
afterEach(() => room.close());

async function setRules(id: "G" | "H", rules: Partial<GroupRules>): Promise<void> {
  const free = { syncPasswords: false, uniquePasswords: false, passwordChangeRestriction: "anyNumber" } as const;
  await room.store.transaction(async () => {
    await room.store.save("targetGroups", { passwordPolicyId: "DEFAULT", ...free, ...rules, id });
    for (const target of id === "G" ? ["T1", "T2", "T3"] : ["T4"])
      await room.store.save("targetSystems", { id: target, targetGroup: id });
  });
}

const fresh = () => new Secret(`A kettle of ${++count} fish`);
const root = () => ({ ...room.as("dan"), superuser: true });
const ada = () => room.as("ada");
const call = <I, O, P>(operation: Operation<I, O, P>, input: object, as: Caller = root()) =>
  invoke(operation, room.context, as, input);
const reset = (key: AccountKey, password = fresh(), as = ada()) => call(resetPassword, { key, password }, as);
const change = (key: AccountKey, password = fresh()) =>
  call(changePassword, { key, password, currentPassword: new Secret("the one before") }, ada());

async function refused(pending: Promise<unknown>): Promise<ServiceError> {
  return pending.then(
    () => {
      throw new Error("it was taken");
    },
    (error: ServiceError) => error,
  );
}

/** Returns the operations of a call as `PWRS a1`. */
async function queued({ requestKey }: QueuedOperation): Promise<readonly string[]> {
  return (await room.operations({ key: requestKey })).map(({ code, accountKey }) =>
    `${code} ${accountKey ?? ""}`.trim(),
  );
}

/** Carries a call out: each account is answered as given, or well. Returns the results by account. */
async function carryOut(
  { requestKey }: Pick<QueuedOperation, "requestKey">,
  answers: Readonly<Record<string, object>> = {},
): Promise<Readonly<Record<string, string>>> {
  const request = { key: requestKey };
  for (let step = await room.step(request); step.do === "perform";) {
    const operationKeys = step.chunks.flatMap((chunk) => [...chunk.operationKeys]);
    for (const key of operationKeys) {
      const { accountKey } = (await room.store.get("requestOperations", key)) ?? {};
      await room.answer(key, { result: "S", ...answers[accountKey ?? ""] });
    }
    step = await room.step(request, { ended: [{ operationKeys, failure: null }] });
  }
  const rows = await room.operations(request);
  return Object.fromEntries(rows.map(({ code, accountKey, result }) => [accountKey ?? code, result ?? "-"]));
}

const audited = async (requestKey: string) =>
  (await room.store.select("sesslog_full", { where: { batchId: requestKey } }))
    .map(({ operation, result }) => `${operation} ${result}`)
    .filter((row) => /^(ACHG|SRES|PWRS|PWCH)/.test(row))
    .toSorted();

const no = { result: "F", code: "strength", message: "too short for us" };

describe("a group that keeps passwords the same", () => {
  beforeEach(() => setRules("G", { syncPasswords: true }));

  // @specification 2.target-group.sync-passwords
  test.each([
    ["changePassword", () => change("a2"), ["PWCH a2", "PWRS a1", "PWRS a3", "ALLOF"]],
    ["resetPassword", () => reset("a2"), ["PWRS a2", "PWRS a1", "PWRS a3", "ALLOF"]],
    [
      "PATCH of several things",
      () => call(updateAccount, { key: "a1", password: fresh(), locked: false }),
      ["UNLK a1", "PWRS a1", "PWRS a2", "PWRS a3", "ALLOF"],
    ],
    [
      "users/resetPasswords",
      () => call(resetPasswords, { key: room.keyOf("ada"), password: fresh(), accountKeys: ["a3", "b1"] }, ada()),
      ["PWRS a3", "PWRS b1", "PWRS a1", "PWRS a2", "ALLOF"],
    ],
    [
      "targetGroups/resetPasswords",
      () => call(resetGroupPasswords, { key: "G", userKey: room.keyOf("ada"), password: fresh() }, ada()),
      ["PWRS a1", "PWRS a2", "PWRS a3", "ALLOF"],
    ],
  ] as const)("sets one password on all of its accounts by %s, each by an operation", async (_, make, expected) => {
    const answer = (await make()) as QueuedOperation;
    expect(await queued(answer)).toEqual(expected);
    expect(Object.values(await carryOut(answer)).every((result) => result === "S")).toBe(true);
  });

  test("has a result for each account: what one target refuses undoes nothing, and is told in its words", async () => {
    const answer = await reset("a1");
    expect(await carryOut(answer, { a2: no })).toEqual({ a1: "S", a2: "F", a3: "S", ALLOF: "F" });
    const rows = await room.operations({ key: answer.requestKey });
    expect(rows.find(({ accountKey }) => accountKey === "a2")?.errorMessage).toBe("too short for us");
    expect(await audited(answer.requestKey)).toEqual(["ACHG S", "ACHG S", "PWRS F", "SRES F"]);
  });

  test("sets nothing before the target has accepted the current password of a change", async () => {
    const answer = await change("a1");
    const wrong = { result: "F", code: "currentPassword", message: "not the one" };
    expect(await carryOut(answer, { a1: wrong })).toEqual({ a1: "F", a2: "F", a3: "F", ALLOF: "F" });
    const rows = await room.operations({ key: answer.requestKey });
    expect(rows.map(({ sends, errorCode }) => [sends, errorCode])).toEqual([
      [1, "currentPassword"],
      [0, "DEPENDENCY_FAILED"],
      [0, "DEPENDENCY_FAILED"],
      [0, "currentPassword"],
    ]);
    expect(await audited(answer.requestKey)).not.toContain("ACHG S");
  });

  test("leaves alone what the vault keeps, what is switched off, and what an option forbids its owner", async () => {
    const managed = { key: "m", accountKey: "a2", managedSystemKey: "s", policyId: "P", status: "U" } as const;
    await room.store.transaction(() => room.store.save("managedAccounts", managed));
    expect(await queued(await reset("a1"))).toEqual(["PWRS a1", "PWRS a3", "ALLOF"]);
    await room.store.transaction(() => room.store.save("targetSystems", { id: "T3", enabled: false }));
    const second = await refused(reset("a1"));
    expect(second.code).toBe("TARGET_GROUP_CHANGING");
  });

  test("asks the policies for each account that it adds", async () => {
    const expression = "resource.targetSystemKey == 'T1'";
    const isReset = (name: string) => name === policyOf.action("accounts/resetPassword");
    const changed = defaultPolicies.map((policy) => (isReset(policy.name) ? { ...policy, expression } : policy));
    const context = { ...room.context, policies: createPolicyEngine(changed) };
    const input = { key: "a1", password: fresh() };
    expect((await refused(invoke(resetPassword, context, room.as("bob"), input))).code).toBe("FORBIDDEN");
    expect(await room.store.count("reqbatch")).toBe(0);
  });

  test("judges the password by the rules and the history of each of them", async () => {
    const password = fresh();
    await carryOut(await call(resetPasswords, { key: room.keyOf("ada"), password, accountKeys: ["b1"] }));
    await carryOut(await reset("a3", password));
    await setRules("G", {});
    await carryOut(await reset("a1"));
    await carryOut(await reset("a2"));
    await setRules("G", { syncPasswords: true });
    const error = await refused(reset("a1", password));
    expect([error.code, error.details?.map(({ target }) => target)]).toEqual([
      "PASSWORD_STRENGTH",
      ["history.notHistory"],
    ]);
  });

  test("has one SRES for an act of one's own, and none for one of an administrator", async () => {
    const own = await reset("a1");
    await carryOut(own);
    expect(await audited(own.requestKey)).toEqual(["ACHG S", "ACHG S", "ACHG S", "SRES S"]);
    const other = await reset("a1", fresh(), root());
    await carryOut(other);
    expect(await audited(other.requestKey)).toEqual(["ACHG S", "ACHG S", "ACHG S"]);
  });

  test("leaves an account without an owner to itself", async () => {
    await room.store.transaction(() => room.store.save("accounts", { key: "a1", userKey: null }));
    expect(await queued(await reset("a1", fresh(), root()))).toEqual(["PWRS a1"]);
  });
});

describe("two changes of one group at once", () => {
  beforeEach(() => setRules("G", { syncPasswords: true }));

  test("follow each other: the second is refused until the targets have answered the first", async () => {
    const calls = await Promise.allSettled([reset("a1"), reset("a2")]);
    expect(calls.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const [taken] = calls.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect((await refused(reset("a3"))).code).toBe("TARGET_GROUP_CHANGING");
    await carryOut(taken as QueuedOperation);
    expect(await queued(await reset("a3"))).toHaveLength(4);
  });

  test("do not wait for a target that is down, and the older password never comes after the newer one", async () => {
    const first = await reset("a1");
    const busy = { result: "F", code: "busy", message: "later" };
    expect(await carryOut(first, { a3: busy })).toMatchObject({ a1: "S", a2: "S", a3: "P" });
    room.clock.advance(1000);
    const second = await reset("a2");
    expect(await carryOut(second)).toMatchObject({ a1: "S", a2: "S", a3: "S" });
    room.clock.advance(60_000);
    expect(await carryOut(first)).toMatchObject({ a3: "F" });
    expect(await audited(first.requestKey)).toEqual(["ACHG S", "ACHG S", "PWRS F", "SRES F"]);
  });
});

describe("the restriction of a group", () => {
  const keys = (accountKeys: readonly string[]) => ({ key: room.keyOf("ada"), accountKeys });
  const resetOf = (accountKeys: readonly string[]) =>
    call(resetPasswords, { ...keys(accountKeys), password: fresh() }, ada());

  // @specification 2.target-group.password-change-restriction
  test("allAccounts refuses a change of some, and names the others", async () => {
    await setRules("G", { passwordChangeRestriction: "allAccounts" });
    for (const make of [
      () => reset("a1"),
      () => change("a1"),
      () => call(updateAccount, { key: "a1", password: fresh() }),
      () => resetOf(["a1", "b1"]),
    ]) {
      const error = await refused(make());
      expect([error.code, error.details?.map(({ target }) => target)]).toEqual([
        "TARGET_GROUP_ACCOUNTS",
        ["allAccounts"],
      ]);
      expect(error.message).toContain("'a2' on T2, 'a3' on T3");
    }
    expect(await room.store.count("reqbatch")).toBe(0);
    expect(await queued(await resetOf(["a3", "a1", "a2"]))).toHaveLength(4);
  });

  test("allAccounts counts no account whose password cannot be set", async () => {
    await setRules("G", { passwordChangeRestriction: "allAccounts" });
    await room.store.transaction(async () => {
      await room.store.save("targetSystems", { id: "T3", enabled: false });
      const managed = { key: "m", accountKey: "a2", managedSystemKey: "s", policyId: "P", status: "U" } as const;
      await room.store.save("managedAccounts", managed);
    });
    expect(await queued(await reset("a1"))).toEqual(["PWRS a1"]);
  });

  // @specification 2.target-group.password-change-restriction
  test("oneAccount refuses a change of several, and names them", async () => {
    await setRules("G", { passwordChangeRestriction: "oneAccount" });
    for (const make of [
      () => resetOf(["a1", "a3"]),
      () => call(resetPasswords, { key: room.keyOf("ada"), password: fresh() }, ada()),
      () => call(resetGroupPasswords, { key: "G", userKey: room.keyOf("ada"), password: fresh() }),
    ]) {
      const error = await refused(make());
      expect([error.code, error.details?.map(({ target }) => target)]).toEqual([
        "TARGET_GROUP_ACCOUNTS",
        ["oneAccount"],
      ]);
      expect(error.message).toContain("'a1' on T1");
    }
    expect(await room.store.count("reqbatch")).toBe(0);
    expect(await queued(await resetOf(["a1", "b1"]))).toEqual(["PWRS a1", "PWRS b1", "ALLOF"]);
    expect(await queued(await change("a2"))).toEqual(["PWCH a2"]);
  });
});

describe("a group whose passwords must be unique", () => {
  beforeEach(() => setRules("G", { uniquePasswords: true }));

  const strength = async (pending: Promise<unknown>) => {
    const { code, message, details } = await refused(pending);
    return { code, message, details };
  };

  // @specification 2.target-group.unique-passwords
  test("refuses the present password of another account, of its own group or another one", async () => {
    const [ofA2, ofB1] = [fresh(), fresh()];
    await carryOut(await reset("a2", ofA2));
    await carryOut(await reset("b1", ofB1));
    for (const password of [ofA2, ofB1])
      for (const make of [
        () => reset("a1", password),
        () => change("a1", password),
        () => call(updateAccount, { key: "a1", password }),
        () => call(createAccount, { targetSystemKey: "T1", shortId: "new", userKey: room.keyOf("ada"), password }),
      ]) {
        const error = await strength(make());
        expect([error.code, error.details?.map(({ target }) => target)]).toEqual([
          "PASSWORD_STRENGTH",
          ["uniquePasswords"],
        ]);
      }
    // A group without the rule is no way around it.
    expect((await strength(reset("b1", ofA2))).details).toMatchObject([{ target: "uniquePasswords" }]);
    expect(await queued(await reset("a1"))).toEqual(["PWRS a1"]);
  });

  test("takes a password that another account had before, and those of other people", async () => {
    const before = fresh();
    await carryOut(await reset("a2", before));
    await carryOut(await reset("a2"));
    expect(await queued(await reset("a1", before))).toEqual(["PWRS a1"]);
    await room.store.transaction(() => room.store.save("accounts", { key: "b1", userKey: room.keyOf("bob") }));
    const ofBob = fresh();
    await carryOut(await reset("b1", ofBob, root()));
    expect(await queued(await reset("a3", ofBob))).toEqual(["PWRS a3"]);
  });

  test("refuses a password that another account is getting, also at the same moment", async () => {
    const password = fresh();
    const calls = await Promise.allSettled([reset("a1", password), reset("a2", password)]);
    expect(calls.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await strength(reset("a3", password))).details).toMatchObject([{ target: "uniquePasswords" }]);
  });

  test("refuses one password for several accounts, and names them", async () => {
    const several = { key: room.keyOf("ada"), password: fresh(), accountKeys: ["a1", "b1"] };
    const error = await refused(call(resetPasswords, several, ada()));
    expect([error.code, error.details?.map(({ target }) => target)]).toEqual([
      "TARGET_GROUP_ACCOUNTS",
      ["uniquePasswords"],
    ]);
  });

  test("tells the rule alone: no refusal differs by the account or the group that has the password", async () => {
    const passwords = { a2: fresh(), a3: fresh(), b1: fresh() };
    for (const [key, password] of Object.entries(passwords)) await carryOut(await reset(key as AccountKey, password));
    const told = await Promise.all(
      Object.values(passwords).map(async (password) => JSON.stringify(await strength(reset("a1", password)))),
    );
    expect(new Set(told).size).toBe(1);
    expect(told[0]).not.toMatch(/a2|a3|b1|T[1-4]|\bG\b|\bH\b|kettle/);
    const rows = await room.store.select("sesslog_full", { where: { result: "F" } });
    expect(JSON.stringify(rows)).not.toMatch(/kettle|uniquePasswords.*(a2|a3|b1)/);
  });

  test("does not compare with what the vault keeps", async () => {
    const password = fresh();
    await carryOut(await reset("a2", password));
    const managed = { key: "m", accountKey: "a2", managedSystemKey: "s", policyId: "P", status: "U" } as const;
    await room.store.transaction(() => room.store.save("managedAccounts", managed));
    expect(await queued(await reset("a1", password))).toEqual(["PWRS a1"]);
  });
});

describe("the rules for a password, before anybody types it", () => {
  const rulesFor = (accountKeys: readonly string[] | undefined, as = ada()) =>
    call(readPasswordRules, { key: room.keyOf("ada"), ...(accountKeys && { accountKeys }) }, as);

  test("are one list with the strictest of each, for all accounts that get it", async () => {
    await setRules("G", { syncPasswords: true });
    await room.store.transaction(async () => {
      const rules = changedRules(initialRules(), { length: { minLength: { value: 14, message: "Fourteen." } } });
      await room.store.save("passwordPolicies", { id: "LONG", description: "long ones", ...rules });
      await room.store.save("targetGroups", { id: "H", passwordPolicyId: "LONG" });
    });
    const { rules, accounts } = await rulesFor(["b1", "a1"]);
    expect(rules.filter(({ rule }) => rule === "length.minLength")).toEqual([
      { rule: "length.minLength", mode: "required", value: "14", message: "Fourteen." },
    ]);
    expect(accounts.map(({ accountKey, added }) => [accountKey, added])).toEqual([
      ["b1", false],
      ["a1", false],
      ["a2", true],
      ["a3", true],
    ]);
    expect((await rulesFor(undefined)).accounts).toHaveLength(4);
  });

  test("name uniqueness where any group of the person asks for it", async () => {
    const told = async () => (await rulesFor(["b1"])).rules.map(({ rule }) => rule);
    expect(await told()).not.toContain("uniquePasswords");
    await setRules("G", { uniquePasswords: true });
    expect(await told()).toContain("uniquePasswords");
  });

  test("say at once that a group forbids the choice, and nothing to others", async () => {
    await setRules("G", { passwordChangeRestriction: "oneAccount" });
    expect((await refused(rulesFor(["a1", "a2"]))).code).toBe("TARGET_GROUP_ACCOUNTS");
    expect((await refused(rulesFor(["a1"], room.as("bob")))).code).toBe("FORBIDDEN");
  });
});
