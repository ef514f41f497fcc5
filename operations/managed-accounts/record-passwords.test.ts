import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { Operation } from "#operations/kernel/define-operation.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import type { Save } from "#store/tables.ts";
import { saveProxy, usualCapabilities } from "#test/support/organisation.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";
import { refusalText } from "#test/support/says.ts";
import { callerOf } from "#test/support/service.ts";

import { randomizeManagedAccount } from "./ask-for-runs.ts";
import { addManagedAccount, disableManagedAccount, moveManagedAccount } from "./change-managed-accounts.ts";
import { addManagedSystemPolicy, updateManagedSystemPolicy } from "./change-managed-system-policies.ts";
import { addManagedSystem } from "./change-managed-systems.ts";
import { readPasswords } from "./engine/passwords-file.ts";
import { importPasswords, trialPasswords } from "./import-passwords.ts";
import { overrideManagedAccount } from "./override-managed-account.ts";
import { listManagedAccounts, managedAccountHistory } from "./read-managed-accounts.ts";

const engine = engineCaller("cli", "test");
const names = ["root", "ada", "ben"];
let room: RequestRoom;
/** The keys of the managed accounts, by name. */
let keys: Map<string, string>;

beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [] }, capabilities: [...usualCapabilities, "verify"] });
  await call(addManagedSystemPolicy, { id: "P", description: "p", mode: "push" });
  await call(addManagedSystem, { targetSystemKey: "T1", policyId: "P" });
  keys = new Map();
  for (const name of [...names, "loose"]) {
    const all = { stableId: `id of ${name}`, longId: `uid=${name}`, shortId: name, displayId: name };
    await room.store.transaction(() =>
      room.store.add("accounts", { key: `T1-${name}`, targetSystemKey: "T1", ...all }),
    );
    if (name === "loose") continue;
    keys.set(name, (await call(addManagedAccount, { accountKey: `T1-${name}`, policyId: "P" })).key);
  }
});
afterEach(() => room.close());

const call = <I, O, P>(operation: Operation<I, O, P>, input: object) => invoke(operation, room.context, engine, input);
const key = (name = "root") => keys.get(name) ?? "";
const override = (password: string, name = "root") =>
  call(overrideManagedAccount, { key: key(name), password: new Secret(password) });
const history = (name = "root", failed = false) => call(managedAccountHistory, { key: key(name), failed });
const statusOf = async (name = "root") => (await room.store.get("managedAccounts", key(name)))?.status;
const runs = () => room.store.select("runs", { orderBy: [["createdAt", "asc"]] });

/** Writes what a target would have said. */
const settle = (part: Partial<Save<"vaultEntries">>, name = "root") =>
  room.store.transaction(async () => {
    const [entry] = (await history(name, true)).slice(-1);
    await room.store.save("vaultEntries", { key: entry?.key ?? "", ...part });
    await room.store.save("managedAccounts", { key: key(name), status: part.status === "C" ? "C" : "U" });
  });

describe("a password that somebody tells", () => {
  test("is uncertain beside what the vault has until its target was asked, by a run that begins at once", async () => {
    await override("first");
    await settle({ status: "C", settledAt: 5, openedAt: 5 });
    room.clock.advance(1000);
    const { status, runKey } = await override("second");
    expect(status).toBe("U");
    expect(await history()).toMatchObject([
      { origin: "overridden", status: "C", parentKey: null, givenOut: true, createdBy: null },
      { origin: "overridden", status: "U", givenOut: true },
    ]);
    expect((await history())[1]?.parentKey).toBe((await history())[0]?.key);
    expect(JSON.stringify(await history())).not.toMatch(/secret|v1\|/);
    expect((await runs()).at(-1)).toMatchObject({ key: runKey, kind: "verify", reason: "asked", accountKeys: [key()] });
    expect(await room.store.outbox.open()).toContainEqual({ workflowType: "vaultRun", workflowId: runKey });
    const audited = await room.store.select("sesslog_full", { where: { operation: "MAOV", ident: key() } });
    expect(audited.map(({ result, batchId }) => [result, batchId]).at(-1)).toEqual(["S", runKey]);
  });

  test("that has failed stays out of the history, unless it is asked for or the setting shows it", async () => {
    await override("wrong");
    await settle({ status: "failed", settledAt: 5, refusedAt: 5 });
    expect([await history(), (await history("root", true)).length]).toEqual([[], 1]);
    Object.assign(room.context.settings, { historyIncludesFailedPasswords: true });
    expect(await history()).toMatchObject([{ status: "failed", refusedAt: 5, givenOut: false }]);
    expect(await refusalText(call(managedAccountHistory, { key: "nobody" }))).toMatch(/^MANAGED_ACCOUNT_UNKNOWN/);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["It is disabled (vendor)", () => call(disableManagedAccount, { key: key(), reason: "vendor" })],
    ["managed no more", () => call(moveManagedAccount, { key: key(), policyId: "HISTORICAL" })],
    ["gatehouse managed run 00000000-0000-4000-8000-000000000001 --stop", () => inHands()],
    ["managed policy set P --unverified yes", () => cannotVerify()],
  ])("is not taken, with the way out: %s", async (words, change) => {
    await change();
    expect(await refusalText(override("first"))).toMatch(/^MANAGED_ACCOUNT_UNFIT /);
    expect(await refusalText(override("first"))).toContain(words);
    const { passwords, faults } = await call(importPasswords, { rows: rowsOf("T1,root,first") });
    expect([passwords, faults.map(({ message }) => message)]).toEqual([[], [expect.stringContaining(words)]]);
    expect([await history(), await runs()]).toEqual([[], []]);
  });

  test("counts at once where the target cannot be asked and the policy does without, and what was uncertain has failed", async () => {
    await override("earlier");
    await cannotVerify();
    await call(updateManagedSystemPolicy, { key: "P", confirmWithoutVerify: true });
    room.clock.advance(1000);
    expect(await override("first")).toMatchObject({ key: key(), status: "C", runKey: null });
    const listed = await call(listManagedAccounts, { policyId: "P" });
    expect(listed.map(({ confirmWithoutVerify }) => confirmWithoutVerify)).toEqual([true, true, true]);
    expect(await history("root", true)).toMatchObject([
      { status: "failed", givenOut: false },
      { status: "C", openedAt: null, settledAt: room.clock.now(), givenOut: true },
    ]);
    expect(await runs()).toHaveLength(1);
  });

  test("is told by superusers, neither empty nor endless", async () => {
    const as = (superuser: boolean, password: string) => {
      const caller = callerOf({ key: room.keyOf("ada"), id: "ada", superuser });
      return refusalText(
        invoke(overrideManagedAccount, room.context, caller, { key: key(), password: new Secret(password) }),
      );
    };
    expect(await as(false, "first")).toMatch(/^FORBIDDEN/);
    for (const password of ["", "x".repeat(257)]) expect(await as(true, password)).toMatch(/^INPUT_INVALID/);
    expect(await as(true, "first")).toBe("taken");
    expect(await history()).toMatchObject([{ createdBy: room.keyOf("ada") }]);
  });
});

const header = "target,account,password";
const rowsOf = (...lines: string[]) => readPasswords([header, ...lines].join("\n")).rows;

async function inHands(): Promise<void> {
  const { store, context } = room;
  const runKey = "00000000-0000-4000-8000-000000000001";
  const of = { runKey, managedAccountKey: key(), openAccountKey: key(), targetSystemKey: "T1" };
  await store.transaction(() => store.add("vaultOrders", { key: context.ids.guid(), ...of, act: "set", createdAt: 1 }));
}

const cannotVerify = () => room.store.transaction(() => saveProxy(room.context, "local", usualCapabilities));

describe("a page of passwords", () => {
  test("is taken row by row under whichever name of the account, each with an audit row, and verified by one run", async () => {
    const rows = rowsOf("T1,root,one", "T1,uid=ada,two", "T1,T1-ben, three ");
    const { passwords, faults, runKey } = await call(importPasswords, { rows });
    expect(passwords.map(({ line, does }) => [line, does])).toEqual([
      [2, "import"],
      [3, "import"],
      [4, "import"],
    ]);
    expect(faults).toEqual([]);
    const [run, ...others] = await runs();
    expect([run?.key, others, run?.accountKeys?.toSorted()]).toEqual([runKey, [], [...keys.values()].toSorted()]);
    for (const name of names) expect(await history(name)).toMatchObject([{ origin: "imported", status: "U" }]);
    const audited = await room.store.select("sesslog_full", { orderBy: [["seq", "asc"]] });
    expect(audited.filter(({ operation }) => operation === "MAIP").map(({ ident }) => ident)).toEqual(
      names.map((name) => key(name)),
    );
    expect(audited.at(-1)).toMatchObject({
      operation: "MAIM",
      message: "import 3, leave 0, refuse 0",
      batchId: runKey,
    });
    const randomized = await call(randomizeManagedAccount, { key: key() });
    expect(randomized).toMatchObject({ kind: "randomize" });
  });

  test("leaves what the vault has, takes what has failed again, and refuses with line, column, rule and way out", async () => {
    await call(importPasswords, { rows: rowsOf("T1,root,one", "T1,ada,two") });
    await settle({ status: "failed", settledAt: 5 }, "ada");
    room.clock.advance(1000);
    const rows = rowsOf("T1,root,one", "T1,ada,two", "T1,nobody,x", "T9,root,x", "T1,loose,x", "T1,id of ada,y");
    const plan = await call(trialPasswords, { rows });
    expect(plan.passwords.map(({ line, does }) => [line, does])).toEqual([
      [2, "leave"],
      [3, "import"],
    ]);
    expect(plan.faults.map(({ line, column, message }) => `${line} ${column}: ${message}`).toSorted()).toEqual([
      "4 account: no account 'nobody' is known on the target system 'T1'. Discover the target system first",
      "5 account: no account 'root' is known on the target system 'T9'. Discover the target system first",
      "6 account: 'loose' of 'T1' is not managed. Put it under management first",
      "7 account: line 3 names the same account. Leave one of them out",
    ]);
    expect(await runs()).toHaveLength(1);
    const done = await call(importPasswords, { rows });
    expect([done.passwords, done.faults]).toEqual([plan.passwords, plan.faults]);
    expect((await history("ada", true)).map(({ status }) => status)).toEqual(["failed", "U"]);
    expect([await statusOf(), (await history()).length]).toEqual(["U", 1]);
  });
});

test("a file of passwords says what of it cannot be read, and keeps blanks and commas of a password", () => {
  const { rows, faults } = readPasswords(
    `${header}\n T1 , root ,"a,""b "\nT1,,x\nT1,ada,\nT1,ben,${"x".repeat(257)}\nT1,cy`,
  );
  expect(
    rows.map(({ line, targetSystemKey, name, password }) => [line, targetSystemKey, name, password.use((one) => one)]),
  ).toEqual([[2, "T1", "root", 'a,"b ']]);
  expect(faults.map(({ line, column, message }) => `${line} ${column ?? ""}: ${message}`)).toEqual([
    "3 account: it must not be empty. Correct it",
    "4 password: it must not be empty. Correct it",
    "5 password: it must have at most 256 bytes. Correct it",
    expect.stringMatching(/^6 : it must have 3 value\(s\)/),
  ]);
  expect(readPasswords("target,account\nT1,root").faults).toMatchObject([{ column: "password" }]);
  expect(readPasswords("target,account,pasword\n").faults).toMatchObject([{ column: "pasword" }]);
});
