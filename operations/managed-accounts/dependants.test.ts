import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { dependantsMax } from "#domain/managed-account-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { Caller } from "#operations/kernel/context.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { install } from "#operations/setup/install.ts";
import { giveCheckoutRight } from "#test/support/give-checkout-right.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";
import { refusal } from "#test/support/says.ts";

import { addDependant, moveDependant, removeDependant } from "./change-dependants.ts";
import { addManagedAccount, moveManagedAccount } from "./change-managed-accounts.ts";
import { addManagedSystemPolicy } from "./change-managed-system-policies.ts";
import { addManagedSystem } from "./change-managed-systems.ts";
import { listDependants } from "./read-dependants.ts";

let room: RequestRoom;
let managedAccountKey = "";
const engine = engineCaller("cli", "test");

beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [], T2: [] } });
  await call(install, {});
  await room.store.transaction(async () => {
    for (const [target, name] of [
      ["T1", "root"],
      ["T1", "boss"],
      ["T2", "one"],
      ["T2", "two"],
      ["T2", "three"],
    ] as const) {
      const names = { stableId: name, longId: name, shortId: name, displayId: name };
      await room.store.save("accounts", { key: name, targetSystemKey: target, ...names });
    }
  });
  await call(addManagedSystemPolicy, { id: "P", description: "p", mode: "push" });
  for (const targetSystemKey of ["T1", "T2"]) await call(addManagedSystem, { targetSystemKey, policyId: "P" });
  managedAccountKey = (await call(addManagedAccount, { accountKey: "root", policyId: "P" })).key;
});
afterEach(() => room.close());

const call = <I, O, P>(operation: Operation<I, O, P>, input: object, by: Caller = engine) =>
  invoke(operation, room.context, by, input);
const add = (part: object, by?: Caller) => call(addDependant, { managedAccountKey, ...part }, by);
const names = async () => (await call(listDependants, {})).map(({ place, name }) => `${place} ${name}`);

/** Writes a plug-in of this installation. */
function putPlugin(name: string): void {
  const folder = join(room.folder, "plugins");
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  writeFileSync(join(folder, name), 'export const kind = "dependant"; export const run = () => ({ result: "done" });');
}

describe("a dependant", () => {
  test("is added behind the others or at a place, moved and removed, with its audit", async () => {
    putPlugin("keeper.mjs");
    await add({ accountKey: "one" });
    await add({ plugin: "keeper.mjs", setting: "payroll" });
    await add({ accountKey: "two", place: 1 });
    expect(await names()).toEqual(["1 T2 two", "2 T2 one", "3 keeper.mjs payroll"]);
    const [first, , third] = await call(listDependants, { managedAccountKey });
    expect(first).toMatchObject({ of: "T1 root", kind: "account", state: "new", failingSince: null });
    await call(moveDependant, { key: third?.key, place: 1 });
    expect(await names()).toEqual(["1 keeper.mjs payroll", "2 T2 two", "3 T2 one"]);
    await call(moveDependant, { key: third?.key, place: 3 });
    expect(await names()).toEqual(["1 T2 two", "2 T2 one", "3 keeper.mjs payroll"]);
    await call(removeDependant, { key: first?.key });
    expect(await names()).toEqual(["1 T2 one", "2 keeper.mjs payroll"]);
    const audit = await room.store.select("sesslog_full", { where: { operation: "MDRM" } });
    expect(audit).toMatchObject([{ ident: first?.key, result: "S" }]);
  });

  test.each<[string, object, string]>([
    ["is nothing", {}, "INPUT_INVALID accountKey"],
    ["is an account and a plug-in", { accountKey: "one", plugin: "keeper.mjs" }, "INPUT_INVALID accountKey"],
    ["has a setting and no plug-in", { accountKey: "one", setting: "x" }, "INPUT_INVALID accountKey"],
    ["is an account that nobody knows", { accountKey: "none" }, "ACCOUNT_UNKNOWN accountKey"],
    ["is the account itself", { accountKey: "root" }, "DEPENDANT_UNFIT accountKey"],
    ["is a plug-in that is not there", { plugin: "none.mjs" }, "DEPENDANT_UNFIT plugin"],
    ["has no place", { accountKey: "one", place: 0 }, "INPUT_INVALID place"],
    ["has no account", { managedAccountKey: "none", accountKey: "one" }, "NOT_FOUND managedAccounts('none')"],
  ])("is refused that %s", async (_what, input, expected) => {
    expect(await refusal(add(input))).toBe(expected);
  });

  test("is no account that is managed, or that has the password of another one, and there are no circles", async () => {
    const boss = (await call(addManagedAccount, { accountKey: "boss", policyId: "P" })).key;
    expect(await refusal(add({ accountKey: "boss" }))).toBe("DEPENDANT_UNFIT accountKey");
    await add({ accountKey: "one" });
    expect(await refusal(add({ accountKey: "one", managedAccountKey: boss }))).toBe("DEPENDANT_UNFIT accountKey");
    expect(await refusal(call(addManagedAccount, { accountKey: "one", policyId: "P" }))).toBe(
      "DEPENDANT_UNFIT accountKey",
    );
    await call(moveManagedAccount, { key: boss, policyId: "HISTORICAL" });
    await add({ accountKey: "boss" });
    expect(await refusal(call(moveManagedAccount, { key: boss, policyId: "P" }))).toBe("DEPENDANT_UNFIT accountKey");
    expect(await refusal(add({ managedAccountKey: boss, accountKey: "two" }))).toBe(
      "MANAGED_ACCOUNT_NOT_MANAGED managedAccountKey",
    );
  });

  test("is one of so many at most", async () => {
    putPlugin("keeper.mjs");
    for (let count = 0; count < dependantsMax; count += 1) await add({ plugin: "keeper.mjs" });
    expect(await refusal(add({ plugin: "keeper.mjs" }))).toBe("DEPENDANT_UNFIT managedAccountKey");
  });
});

describe("who may have a password of the vault sent somewhere", () => {
  const parts = [
    "managedaccountdependants_post_create",
    "managedaccounts_post_randomize",
    "accounts_post_resetpassword",
  ] as const;

  /** Lets everyone see managed accounts, and perform the actions of these policies. */
  async function allow(allowed: readonly string[]): Promise<void> {
    const rule = { expression: "true", enabled: true, number: 999 };
    await room.store.transaction(async () => {
      for (const name of ["managedaccounts_get", ...allowed]) await room.store.save("policies", { name, ...rule });
    });
    await room.context.reloadPolicies?.();
  }

  test.each(parts)("is nobody without the policy %s", async (missing) => {
    await allow(parts.filter((name) => name !== missing));
    expect(await refusal(add({ accountKey: "one" }, room.as("ada")))).toBe(`FORBIDDEN ${missing}`);
  });

  test("is whoever has all three and a right to have the password", async () => {
    expect(await refusal(add({ accountKey: "one" }, room.as("ada")))).toMatch(/^FORBIDDEN/);
    await allow(parts);
    const unfit = "SECRET_RIGHT_MISSING managedAccountKey";
    expect(await refusal(add({ accountKey: "one" }, room.as("ada")))).toBe(unfit);
    expect(await refusal(add({ accountKey: "one" }, { ...room.as("ada"), superuser: true }))).toBe(unfit);
    await giveCheckoutRight(room, { policyId: "P", right: "preApproved", userKey: room.keyOf("ada") });
    expect(await refusal(add({ accountKey: "one" }, room.as("ada")))).toBe("taken");
  });
});
