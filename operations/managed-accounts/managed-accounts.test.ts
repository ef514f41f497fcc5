import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { engineCaller } from "#operations/kernel/callers.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { install } from "#operations/setup/install.ts";
import { saveOption } from "#operations/target-systems/engine/save-option.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";
import { refusal } from "#test/support/says.ts";
import { callerOf } from "#test/support/service.ts";

import {
  addManagedAccount,
  disableManagedAccount,
  enableManagedAccount,
  moveManagedAccount,
} from "./change-managed-accounts.ts";
import {
  addManagedSystemPolicy,
  removeManagedSystemPolicy,
  updateManagedSystemPolicy,
} from "./change-managed-system-policies.ts";
import {
  addManagedSystem,
  bindManagedSystem,
  removeManagedSystem,
  setManagedSystemEnabled,
  unbindManagedSystem,
} from "./change-managed-systems.ts";
import { findManagedAccount, listManagedAccounts, listManagedSystems } from "./read-managed-accounts.ts";

let room: RequestRoom;
const engine = engineCaller("cli", "test");
const hour = 3_600_000;

beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [], T2: [] } });
  await call(install, {});
  await room.store.transaction(async () => {
    for (const name of ["root", "ada"]) {
      const names = { stableId: name, longId: name, shortId: name, displayId: name };
      await room.store.save("accounts", { key: `T1-${name}`, targetSystemKey: "T1", ...names });
    }
  });
});
afterEach(() => room.close());

const call = <I, O, P>(operation: Operation<I, O, P>, input: object) => invoke(operation, room.context, engine, input);
const policy = (part: object = {}) =>
  call(addManagedSystemPolicy, { id: "P", description: "p", mode: "push", ...part });
const system = (part: object = {}) => call(addManagedSystem, { targetSystemKey: "T1", policyId: "P", ...part });
const account = (part: object = {}) => call(addManagedAccount, { accountKey: "T1-root", policyId: "P", ...part });

describe("a managed system policy", () => {
  test("is added with initial values, changed and removed", async () => {
    expect(await policy()).toMatchObject({ managedByNode: "node1", changeIntervalHours: 720, lockoutTries: 3 });
    const change = { key: "P", changeWindow: "22:00-05:30", frozenUntil: "2030-01-01T00:00:00Z", verifyShare: 25 };
    expect(await call(updateManagedSystemPolicy, change)).toMatchObject({
      changeWindow: "22:00-05:30",
      frozenUntil: Date.UTC(2030, 0, 1),
      verifyShare: 25,
      changeIntervalHours: 720,
    });
    await call(removeManagedSystemPolicy, { key: "P" });
    expect(await room.store.get("managedSystemPolicies", "P")).toBeUndefined();
    const audit = await room.store.select("sesslog_full", { where: { operation: "MPUP" } });
    expect(audit).toMatchObject([{ ident: "P", result: "S" }]);
  });

  test.each([
    [{ id: "DEFAULT" }, "MANAGED_SYSTEM_POLICY_EXISTS id"],
    [{ mode: "other" }, "INPUT_INVALID mode"],
    [{ changeWindow: "25:00-05:00" }, "INPUT_INVALID changeWindow"],
    [{ changeIntervalHours: -1 }, "INPUT_INVALID changeIntervalHours"],
    [{ verifyShare: 101 }, "INPUT_INVALID verifyShare"],
    [{ managedByNode: "nowhere" }, "NODE_UNKNOWN managedByNode"],
    [{ passwordPolicyId: "NONE" }, "PASSWORD_POLICY_UNKNOWN passwordPolicyId"],
    [{ description: " " }, "INPUT_INVALID description"],
  ])("%j is refused: %s", async (part, wanted) => {
    const before = await room.store.count("managedSystemPolicies");
    const told = await refusal(policy(part));
    expect(wanted.startsWith("INPUT_INVALID") ? told.split(" ")[0] : told).toBe(
      wanted.startsWith("INPUT_INVALID") ? "INPUT_INVALID" : wanted,
    );
    expect(await room.store.count("managedSystemPolicies")).toBe(before);
  });

  test("keeps its mode; built-in ones stay, and one in use is not removed", async () => {
    await policy();
    expect(await refusal(call(updateManagedSystemPolicy, { key: "P", mode: "vault" }))).toMatch(
      /^(INPUT_INVALID|FIELD_UNKNOWN)/,
    );
    const historical = { key: "HISTORICAL", enabled: true };
    expect(await refusal(call(updateManagedSystemPolicy, historical))).toMatch(/^MANAGED_SYSTEM_POLICY_BUILT_IN/);
    for (const key of ["HISTORICAL", "DEFAULT"])
      expect(await refusal(call(removeManagedSystemPolicy, { key }))).toMatch(/^MANAGED_SYSTEM_POLICY_BUILT_IN/);
    expect(await call(updateManagedSystemPolicy, { key: "DEFAULT", enabled: false })).toMatchObject({ enabled: false });
    await system();
    await expect(call(removeManagedSystemPolicy, { key: "P" })).rejects.toThrow("used by 1 managed system(s)");
  });

  test("plans its accounts anew when its interval changes", async () => {
    await policy({ changeIntervalHours: 0 });
    await system();
    const { key } = await account();
    const planned = async () => (await room.store.get("managedAccounts", key))?.nextRandomized;
    expect(await planned()).toBeNull();
    await call(updateManagedSystemPolicy, { key: "P", changeIntervalHours: 24 });
    expect(await planned()).toBe(room.clock.now() + 24 * hour);
    await call(updateManagedSystemPolicy, { key: "P", changeIntervalHours: 0 });
    expect(await planned()).toBeNull();
  });
});

describe("a managed system", () => {
  test("has the mode of its policy, is bound and taken away, disabled and enabled, and removed while it is empty", async () => {
    await policy();
    await policy({ id: "Q" });
    await policy({ id: "V", mode: "vault" });
    const { key, id, mode } = await system();
    expect([id, mode]).toEqual(["T1", "push"]);
    expect(await refusal(system())).toBe("MANAGED_SYSTEM_EXISTS id");
    expect(await refusal(system({ targetSystemKey: "T2", id: "T1" }))).toBe("MANAGED_SYSTEM_EXISTS id");
    expect(await refusal(system({ targetSystemKey: "T9" }))).toBe("TARGET_UNKNOWN targetSystemKey");
    expect(await refusal(system({ targetSystemKey: "T2", policyId: "HISTORICAL" }))).toMatch(/BUILT_IN/);
    await call(bindManagedSystem, { key, policyId: "Q" });
    await call(bindManagedSystem, { key, policyId: "Q" });
    expect(await refusal(call(bindManagedSystem, { key, policyId: "V" }))).toBe("MANAGED_SYSTEM_MODE policyId");
    await expect(call(bindManagedSystem, { key, policyId: "DEFALT" })).rejects.toThrow("Do you mean 'DEFAULT'?");
    expect(await call(listManagedSystems, {})).toMatchObject([{ id: "T1", policies: ["P", "Q"] }]);
    await call(unbindManagedSystem, { key, policyId: "Q" });
    expect(await refusal(call(unbindManagedSystem, { key, policyId: "Q" }))).toBe("MANAGED_SYSTEM_NOT_BOUND policyId");
    expect(await refusal(call(setManagedSystemEnabled, { key, enabled: false }))).toMatch(/^INPUT_INVALID/);
    const off = await call(setManagedSystemEnabled, { key, enabled: false, reason: "moved" });
    expect([off.enabled, (await call(setManagedSystemEnabled, { key, enabled: true })).enabled]).toEqual([false, true]);
    const said = await room.store.select("sesslog_full", { where: { operation: "MSUP", result: "S" } });
    expect(said.map(({ message }) => message)).toContain("disabled: moved");
    await account();
    expect(await refusal(call(removeManagedSystem, { key }))).toMatch(/^MANAGED_SYSTEM_IN_USE/);
    const other = await system({ targetSystemKey: "T2" });
    await call(removeManagedSystem, { key: other.key });
    expect(await room.store.count("managedSystemBindings")).toBe(1);
  });

  test("that is taken from a policy leaves its accounts to HISTORICAL, and stays while a password is checked out", async () => {
    await policy();
    const { key } = await system();
    const one = await account();
    const { store } = room;
    const held = {
      managedAccountKey: one.key,
      policyId: "P",
      userKey: "ada",
      reason: "work",
      minutes: 5,
      requestedAt: 0,
    };
    await store.transaction(() => store.add("checkouts", { key: "out", status: "checkedOut", ...held }));
    expect(await refusal(call(unbindManagedSystem, { key, policyId: "P" }))).toMatch(/^MANAGED_ACCOUNT_CHECKED_OUT/);
    await store.transaction(() => store.save("checkouts", { key: "out", status: "checkedIn" }));
    await call(unbindManagedSystem, { key, policyId: "P" });
    expect(await call(listManagedAccounts, {})).toMatchObject([{ name: "root", policyId: "HISTORICAL" }]);
  });

  // @specification 2.option.privilege-managed-system
  test("is made under DEFAULT where the target system says createPrivilegeManagedSystem, once", async () => {
    const option = (value: boolean) =>
      room.store.transaction(() =>
        saveOption(
          room.context,
          { targetSystemId: "T2", name: "createPrivilegeManagedSystem", target: "value" },
          value,
        ),
      );
    await option(false);
    expect(await call(listManagedSystems, {})).toEqual([]);
    for (const value of [true, false, true]) await option(value);
    expect(await call(listManagedSystems, {})).toMatchObject([
      { id: "T2", targetSystemKey: "T2", mode: "push", enabled: true, policies: ["DEFAULT"] },
    ]);
  });
});

describe("a managed account", () => {
  test("is planned one interval later, disabled with a reason, moved, and never lost", async () => {
    await policy({ changeIntervalHours: 24 });
    await policy({ id: "Q", changeIntervalHours: 0 });
    expect(await refusal(account())).toBe("MANAGED_SYSTEM_NOT_BOUND policyId");
    const { key: systemKey } = await system();
    const { key, status, nextRandomized } = await account();
    expect([status, nextRandomized]).toEqual(["U", room.clock.now() + 24 * hour]);
    expect(await refusal(account())).toBe("MANAGED_ACCOUNT_EXISTS accountKey");
    expect(await refusal(account({ accountKey: "nobody" }))).toBe("ACCOUNT_UNKNOWN accountKey");
    expect(await refusal(call(disableManagedAccount, { key, reason: " " }))).toMatch(/^INPUT_INVALID/);
    expect(await call(disableManagedAccount, { key, reason: "audit" })).toMatchObject({ disabledReason: "audit" });
    expect(await call(enableManagedAccount, { key })).toMatchObject({ disabledReason: null });
    expect(await refusal(call(moveManagedAccount, { key, policyId: "Q" }))).toBe("MANAGED_SYSTEM_NOT_BOUND policyId");
    await call(bindManagedSystem, { key: systemKey, policyId: "Q" });
    expect(await call(moveManagedAccount, { key, policyId: "Q" })).toMatchObject({
      policyId: "Q",
      nextRandomized: null,
    });
    await call(moveManagedAccount, { key, policyId: "HISTORICAL" });
    expect(await refusal(call(disableManagedAccount, { key, reason: "x" }))).toBe("MANAGED_ACCOUNT_NOT_MANAGED key");
    expect((await account()).key).toBe(key);
    expect(await call(findManagedAccount, { target: "T1", name: "root" })).toMatchObject({ managed: { key } });
    expect(await refusal(call(findManagedAccount, { target: "T1", name: "nobody" }))).toBe("ACCOUNT_UNKNOWN name");
  });

  test("is changed by superusers alone", async () => {
    await policy();
    await system();
    const { key } = await account();
    const as = (superuser: boolean, input: object) =>
      invoke(disableManagedAccount, room.context, callerOf({ key: room.keyOf("ada"), id: "ada", superuser }), input);
    expect(await refusal(as(false, { key, reason: "x" }))).toMatch(/^FORBIDDEN/);
    expect(await as(true, { key, reason: "x" })).toMatchObject({ disabledReason: "x" });
  });
});
