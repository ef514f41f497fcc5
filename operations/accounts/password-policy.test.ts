import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import type { ServiceError } from "#domain/errors.ts";
import { passwordHistoryMax } from "#domain/limits.ts";
import { changedRules, initialRules, type RuleChanges } from "#domain/passwords/password-rules.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { removeObject } from "#operations/kernel/rows/object-rows.ts";
import type { QueuedOperation } from "#operations/requests/engine/queue-operations.ts";
import { resetPasswords } from "#operations/users/reset-passwords.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { changePassword, resetPassword } from "./account-passwords.ts";
import { createAccount } from "./create-account.ts";
import { updateAccount } from "./update-account.ts";

let room: RequestRoom;
const good = "Blue-Kettle-77";
const names = { longId: "al42", shortId: "al42", displayId: "al42" };

beforeEach(async () => {
  room = await openRequestRoom({
    capabilities: ["create", "update", "get", "resetPassword", "changePassword", "verify", "expirePassword"],
    targets: { T1: [], T2: [] },
  });
  await room.store.transaction(async () => {
    await room.store.save("users", { key: room.keyOf("dan"), superuser: true });
    await room.store.save("users", { key: room.keyOf("ada"), displayName: "Ada Lovelace" });
    for (const [key, targetSystemKey] of [
      ["mine", "T1"],
      ["more", "T2"],
    ] as const) {
      await room.store.save("accounts", { targetSystemKey, ...names, key, stableId: key, userKey: room.keyOf("ada") });
    }
  });
  await setPolicy("T1", {});
});
afterEach(() => room.close());

/** Puts a target system into a group with a policy of its own. */
async function setPolicy(target: string, changes: RuleChanges): Promise<void> {
  await room.store.transaction(async () => {
    const rules = changedRules(initialRules(), changes);
    await room.store.save("passwordPolicies", { id: target, description: target, ...rules });
    const group = { id: target, passwordChangeRestriction: "anyNumber", passwordPolicyId: target } as const;
    await room.store.save("targetGroups", group);
    await room.store.save("targetSystems", { id: target, targetGroup: target });
  });
}

const root = () => ({ ...room.as("dan"), superuser: true });
const call = <I, O, P>(operation: Operation<I, O, P>, input: object, as = root()) =>
  invoke(operation, room.context, as, input);
const reset = (text: string, part: object = {}) =>
  call(resetPassword, { key: "mine", password: new Secret(text), ...part });
async function broken(pending: Promise<unknown>): Promise<string[]> {
  const error = await pending.then(
    () => undefined,
    (refused: ServiceError) => refused,
  );
  if (error !== undefined) expect([error.code, error.target]).toEqual(["PASSWORD_STRENGTH", "password"]);
  return (error?.details ?? []).map(({ target }) => target);
}
async function carryOut(
  { key, requestKey }: QueuedOperation,
  result: "S" | "F" = "S",
  more: object = {},
): Promise<void> {
  await room.step({ key: requestKey });
  await room.answer(key, { result, ...(result === "F" ? { code: "strength", message: "no" } : {}), ...more });
  await room.step({ key: requestKey }, { ended: [{ operationKeys: [key], failure: null }] });
}

describe("the policy of the target's group", () => {
  test("is asked wherever a password is set, before anything is stored", async () => {
    const password = new Secret("short");
    const rules = ["length.minLength", "character.minUpper", "character.minDigits"];
    const calls = [
      call(resetPassword, { key: "mine", password }),
      call(updateAccount, { key: "mine", password }),
      call(changePassword, { key: "mine", password, currentPassword: new Secret("x") }, room.as("ada")),
      call(createAccount, { targetSystemKey: "T1", shortId: "n1", password }),
      call(resetPasswords, { key: room.keyOf("ada"), password }),
    ];
    for (const told of await Promise.all(calls.map(broken))) expect(told).toEqual(rules);
    expect([await room.store.count("reqbatch"), (await room.store.outbox.open()).length]).toEqual([0, 0]);
    const audits = await room.store.select("sesslog_full", { where: { result: "F" } });
    expect(audits).toHaveLength(calls.length);
    expect(JSON.stringify(audits)).not.toContain("short");
  });

  test("knows the ids and names of whose password it is", async () => {
    expect(await broken(reset("My-AL42-Pass-9"))).toEqual(["dictionary.notProfileId"]);
    expect(await broken(reset("Lovelace+Pass-9"))).toEqual(["dictionary.notNameParts"]);
    const owner = { userKey: room.keyOf("bob"), password: new Secret("Lovelace+Pass-9") };
    expect(await broken(call(updateAccount, { key: "mine", ...owner }))).toEqual([]);
  });

  test("of each target counts where one password goes to several accounts", async () => {
    await setPolicy("T2", { character: { minSpecial: { mode: "required", value: 3 } } });
    const input = { key: room.keyOf("ada"), password: new Secret(good) };
    expect(await broken(call(resetPasswords, input))).toEqual(["character.minSpecial"]);
    expect(await broken(call(resetPasswords, { ...input, accountKeys: ["mine"] }))).toEqual([]);
  });

  test("is the one of new policies where its row is missing", async () => {
    await room.store.transaction(() => room.store.save("targetGroups", { id: "T1", passwordPolicyId: "GONE" }));
    expect(await broken(reset("short"))).toContain("length.minLength");
  });

  test("compares with the old password where its owner gives it", async () => {
    await setPolicy("T1", { history: { notOldPasswordSimilar: { mode: "required", value: 4 } } });
    const change = (text: string) =>
      call(
        changePassword,
        { key: "mine", currentPassword: new Secret("Blue-Kettle-70"), password: new Secret(text) },
        room.as("ada"),
      );
    expect(await broken(change(good))).toEqual(["history.notOldPasswordSimilar"]);
    expect(await broken(change("Red-Umbrella-5"))).toEqual([]);
  });

  test("warns on the operation where a rule only warns", async () => {
    await setPolicy("T1", {
      character: { minSpecial: { mode: "warning", value: 9, message: "Better use more signs." } },
    });
    const queued = await reset(good);
    const warnings = [{ rule: "character.minSpecial", message: "minSpecial 9: Better use more signs." }];
    expect(queued.warnings).toEqual(warnings);
    expect((await room.store.get("requestOperations", queued.key))?.warnings).toEqual(warnings);
    expect((await reset("Six!!!!!!!!!-7")).warnings).toEqual([]);
  });
});

describe("the history of an account's passwords", () => {
  test("has a password once the target has taken it, and not before", async () => {
    await setPolicy("T1", { history: { notHistory: { value: 2 } } });
    const first = await reset(good);
    expect(await broken(reset(good))).toEqual([]);
    await carryOut(first, "F");
    expect(await broken(reset(good))).toEqual([]);
    await carryOut(await reset(good));
    expect(await broken(reset(good))).toEqual(["history.notHistory"]);
    for (const text of ["Second-Cup-1", "Third-Cup-22"]) await carryOut(await reset(text));
    expect(await broken(reset(good))).toEqual([]);
    expect(await broken(reset("Second-Cup-1"))).toEqual(["history.notHistory"]);
  });

  test("begins with the password that the account is made with, and ends with the account", async () => {
    const input = { targetSystemKey: "T1", shortId: "n1", password: new Secret(good) };
    await carryOut(await call(createAccount, input), "S", { object: { id: "9", name: "n1", attributes: {} } });
    const [made] = await room.store.select("accounts", { where: { stableId: "9" } });
    expect(await broken(reset(good, { key: made?.key }))).toEqual(["history.notHistory"]);
    expect([await room.store.count("passwordHistories"), await room.store.count("passwordDigests")]).toEqual([1, 1]);
    if (made) await room.store.transaction(() => removeObject(room.context, { type: "account", key: made.key }));
    expect([await room.store.count("passwordHistories"), await room.store.count("passwordDigests")]).toEqual([0, 0]);
  });

  test("merges with what another node adds at the same time, and keeps as many as a policy can ask about", async () => {
    await setPolicy("T1", { history: { notHistory: { value: passwordHistoryMax } } });
    await carryOut(await reset(good));
    const row = (number: number, digestHash: string) => ({
      key: room.context.ids.guid(),
      accountKey: "mine",
      number,
      digestHash,
      turn: 0,
    });
    await room.store.transaction(async () => {
      for (let number = 1; number < passwordHistoryMax; number += 1)
        await room.store.add("passwordDigests", row(number, `elsewhere ${number}`));
    });
    expect(await broken(reset(good))).toEqual(["history.notHistory"]);
    await carryOut(await reset("Second-Cup-1"));
    expect(await room.store.count("passwordDigests")).toBe(passwordHistoryMax);
    expect(await broken(reset("Second-Cup-1"))).toEqual(["history.notHistory"]);
  });

  test("holds nothing that a password could be guessed by: keyed digests, the same password another one for each account", async () => {
    for (const key of ["mine", "more"]) await carryOut(await reset(good, { key }));
    const rows = [...(await room.store.select("passwordHistories")), ...(await room.store.select("passwordDigests"))];
    expect(rows).toHaveLength(4);
    const digests = rows.flatMap((row) => ("digestHash" in row ? row.digestHash : []));
    expect(new Set(digests).size).toBe(2);
    expect(JSON.stringify([rows, await room.store.changeLog.read(0, 1000)])).not.toContain(good);
  });
});

describe("a reset that must be changed", () => {
  test("tells the connector, and the account shows it", async () => {
    const queued = await reset(good, { mustChange: true });
    await room.step({ key: queued.requestKey });
    const [order] = await room.proxy.orders([queued.key]);
    expect(order).toMatchObject({ code: "PWRS", mustChange: true });
    await room.proxy.outcomes([{ operationKey: queued.key, sends: 1, result: "S" }]);
    expect(await room.store.get("accounts", "mine")).toMatchObject({ passwordExpired: true });
    await carryOut(await reset("Second-Cup-1"));
    expect(await room.store.get("accounts", "mine")).toMatchObject({ passwordExpired: false });
  });

  test("is refused where the connector cannot do it", async () => {
    await room.store.transaction(async () => {
      const [proxy] = await room.store.select("proxyServers");
      const connectors = (proxy?.connectors ?? []).map((one) => ({ ...one, capabilities: ["resetPassword"] }));
      await room.store.save("proxyServers", { id: "local", connectors });
    });
    const refused = expect.objectContaining({ code: "CAPABILITY_MISSING", target: "mustChange" });
    await expect(reset(good, { mustChange: true })).rejects.toEqual(refused);
    const all = { key: room.keyOf("ada"), password: new Secret(good), mustChange: true };
    await expect(call(resetPasswords, all)).rejects.toEqual(refused);
    expect((await reset(good, { mustChange: false })).code).toBe("PWRS");
  });
});

describe("the owner of an account", () => {
  const rows = async () =>
    (await room.store.select("sesslog_full", { orderBy: [["seq", "asc"]] })).map(
      ({ operation, recipient, actor, message }) => ({ operation, recipient, actor, message }),
    );

  test("is changed at once, without asking the target, and audited", async () => {
    expect(await call(updateAccount, { key: "mine", userKey: room.keyOf("bob") })).toBeUndefined();
    expect(await room.store.get("accounts", "mine")).toMatchObject({
      userKey: room.keyOf("bob"),
      associatedBy: "admin",
    });
    expect(await room.store.count("reqbatch")).toBe(0);
    const [actor, ada, bob] = ["dan", "ada", "bob"].map((id) => room.keyOf(id));
    expect(await rows()).toContainEqual({ operation: "ACAS", actor, recipient: bob, message: `before: ${ada}` });
    await call(updateAccount, { key: "mine", userKey: null });
    expect(await room.store.get("accounts", "mine")).toMatchObject({ userKey: null, associatedBy: null });
    expect(await rows()).toContainEqual({ operation: "ACDI", actor, recipient: bob, message: null });
  });

  test("must exist, and only who may change accounts changes it", async () => {
    const refused = expect.objectContaining({ code: "RECIPIENT_UNKNOWN", target: "userKey" });
    await expect(call(updateAccount, { key: "mine", userKey: "nobody" })).rejects.toEqual(refused);
    const forbidden = expect.objectContaining({ code: "FORBIDDEN" });
    const own = call(updateAccount, { key: "mine", userKey: null }, room.as("ada"));
    await expect(own).rejects.toEqual(forbidden);
    expect(await room.store.get("accounts", "mine")).toMatchObject({ userKey: room.keyOf("ada") });
  });

  test("changes together with what the target has to do, or not at all", async () => {
    const queued = await call(updateAccount, { key: "mine", userKey: room.keyOf("bob"), attributes: { mail: ["x"] } });
    expect(queued).toMatchObject({ code: "UPDA" });
    expect(await room.row({ key: queued?.requestKey ?? "" })).toMatchObject({ recipientKey: room.keyOf("bob") });
    const both = { key: "more", userKey: null, enabled: false };
    await expect(call(updateAccount, both)).rejects.toEqual(expect.objectContaining({ code: "CAPABILITY_MISSING" }));
    expect(await room.store.get("accounts", "more")).toMatchObject({ userKey: room.keyOf("ada") });
  });
});
