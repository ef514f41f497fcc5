import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { ManagementMode } from "#domain/discovery/management-mode.ts";
import { importPageObjects } from "#domain/limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import type { Row } from "#store/tables.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { applyImportRules } from "./apply-import-rules.ts";
import { addImportRule, listImportRules, removeImportRule, updateImportRule } from "./change-import-rules.ts";
import { type ImportTrial, trialImportRules } from "./trial-import-rules.ts";

let room: RequestRoom;
const engine = engineCaller("psupdate", "test");

beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [], T2: [] } });
  await room.store.transaction(async () => {
    await policy("P", "push");
    await policy("Q", "vault");
    for (const name of ["root", "ada", "bob"]) await account("T1", name);
    await account("T2", "root");
  });
});
afterEach(() => room.close());

const policy = (id: string, mode: ManagementMode) =>
  room.store.save("managedSystemPolicies", {
    id,
    mode,
    description: id,
    managedByNode: "node1",
    changeIntervalHours: 24,
    checkoutMaxMinutes: 60,
    concurrency: 2,
    disclosurePlugins: [],
  });
const account = (targetSystemKey: string, name: string) =>
  room.store.save("accounts", {
    key: `${targetSystemKey}-${name}`,
    targetSystemKey,
    stableId: name,
    longId: name,
    shortId: name,
    displayId: name,
  });

const add = async (part: object): Promise<string> => {
  const rule = {
    objectType: "managedAccount",
    sequence: 10,
    condition: "true",
    action: "bind",
    policyId: "P",
    ...part,
  };
  return (await invoke(addImportRule, room.context, engine, rule)).key;
};
const system = (part: object = {}) => add({ objectType: "managedSystem", ...part });

/** Applies the rules until nothing is left; returns the numbers of changes. */
async function apply(): Promise<number[]> {
  const all = { bound: 0, unbound: 0, deleted: 0 };
  for (let pages = 0; pages < 50; pages += 1) {
    const { counts, more } = await invoke(applyImportRules, room.context, engine, {});
    for (const name of ["bound", "unbound", "deleted"] as const) all[name] += counts[name];
    if (!more) return Object.values(all);
  }
  throw new Error("the rules never come to an end");
}

const trial = (part: object = {}): Promise<ImportTrial> => invoke(trialImportRules, room.context, engine, part);

async function managed(): Promise<string[]> {
  const rows = await room.store.select("managedAccounts", { orderBy: [["accountKey", "asc"]] });
  return rows.map(({ accountKey, policyId, status }) => `${accountKey} ${policyId} ${status}`);
}
/** Returns the changes in the tables of managed objects. */
const written = async () =>
  (await room.store.changeLog.read(0, 10_000)).filter(({ table }) => table.startsWith("managed"));

async function systems(): Promise<string[]> {
  const rows = await room.store.select("managedSystems", { orderBy: [["id", "asc"]] });
  const bindings = await room.store.select("managedSystemBindings", { orderBy: [["policyId", "asc"]] });
  return rows.map(({ key, id, mode }) => {
    const of = bindings.filter(({ managedSystemKey }) => managedSystemKey === key).map(({ policyId }) => policyId);
    return `${id} ${mode} ${of.join()}`;
  });
}

describe("import rules", () => {
  test("bind systems, then the accounts on them, each once", async () => {
    await system({ condition: "resource.id == 'T1'" });
    await add({ condition: "resource.shortId in ['root', 'ada']" });
    expect(await apply()).toEqual([3, 0, 0]);
    expect(await systems()).toEqual(["T1 push P"]);
    expect(await managed()).toEqual(["T1-ada P U", "T1-root P U"]);
    const [row] = await room.store.select("managedAccounts", { limit: 1 });
    expect(row).toMatchObject({ lastRandomized: null, disabledReason: null });
    const before = await written();
    expect(await apply()).toEqual([0, 0, 0]);
    expect(await written()).toEqual(before);
  });

  test("are asked in order: the first that matches decides, and later ones never see its objects", async () => {
    await system({ condition: "resource.id == 'T1'" });
    await system({ condition: "true", sequence: 20, policyId: "Q" });
    expect(await apply()).toEqual([2, 0, 0]);
    expect(await systems()).toEqual(["T1 push P", "T2 vault Q"]);
    await add({
      sequence: 1,
      condition: "resource.shortId == 'root' && resource.targetSystemKey == 'T1'",
      action: "unbind",
      policyId: null,
    });
    await add({ sequence: 2, condition: "resource.targetSystemKey == 'T1'" });
    await add({ sequence: 3, condition: "true", policyId: "Q" });
    expect(await apply()).toEqual([3, 0, 0]);
    expect(await managed()).toEqual(["T1-ada P U", "T1-bob P U", "T2-root Q U"]);
  });

  test("unbind and delete keep the managed account, under HISTORICAL", async () => {
    await system({ condition: "resource.id == 'T1'" });
    const rule = await add({});
    await apply();
    const change = (part: object) => invoke(updateImportRule, room.context, engine, { key: rule, ...part });
    await change({ action: "unbind", policyId: "Q" });
    expect(await apply()).toEqual([0, 0, 0]);
    await change({ policyId: "P", condition: "resource.shortId != 'ada'" });
    expect(await apply()).toEqual([0, 2, 0]);
    expect(await managed()).toEqual(["T1-ada P U", "T1-bob HISTORICAL U", "T1-root HISTORICAL U"]);
    await change({ action: "delete", policyId: null });
    expect(await apply()).toEqual([0, 0, 0]);
    await change({ condition: "resource.shortId == 'ada'" });
    expect(await apply()).toEqual([0, 0, 1]);
    expect(await managed()).toEqual(["T1-ada HISTORICAL U", "T1-bob HISTORICAL U", "T1-root HISTORICAL U"]);
    await change({ action: "bind", policyId: "P" });
    expect(await apply()).toEqual([1, 0, 0]);
    expect((await managed())[0]).toBe("T1-ada P U");
  });

  test("unbind of a system takes its accounts from the policy too; delete keeps both, until it is bound again", async () => {
    const rule = await system({ condition: "resource.id == 'T1'" });
    const accounts = await add({});
    await apply();
    await invoke(removeImportRule, room.context, engine, { key: accounts });
    await invoke(updateImportRule, room.context, engine, { key: rule, action: "unbind" });
    expect(await apply()).toEqual([0, 1, 0]);
    expect([await systems(), (await managed())[0]]).toEqual([["T1 push "], "T1-ada HISTORICAL U"]);
    await invoke(updateImportRule, room.context, engine, { key: rule, action: "delete", policyId: null });
    expect(await apply()).toEqual([0, 0, 1]);
    expect([await systems(), (await managed()).length]).toEqual([["T1 push "], 3]);
    expect(await room.store.count("managedSystems", { enabled: true })).toBe(0);
    expect(await apply()).toEqual([0, 0, 0]);
    await invoke(updateImportRule, room.context, engine, { key: rule, action: "bind", policyId: "P" });
    expect(await apply()).toEqual([1, 0, 0]);
    expect(await room.store.count("managedSystems", { enabled: true })).toBe(1);
  });

  test("delete removes a system on which no account ever was managed", async () => {
    const rule = await system({ condition: "resource.id == 'T1'" });
    await apply();
    await invoke(updateImportRule, room.context, engine, { key: rule, action: "delete", policyId: null });
    expect(await apply()).toEqual([0, 0, 1]);
    expect([await systems(), await room.store.count("managedSystemBindings")]).toEqual([[], 0]);
  });

  test("leave alone what is checked out, until it comes back", async () => {
    await system({ condition: "resource.id == 'T1'" });
    const rule = await add({ condition: "resource.shortId == 'root'" });
    await apply();
    const [row] = await room.store.select("managedAccounts", { limit: 1 });
    const checkout = { key: "c1", managedAccountKey: row?.key ?? "", userKey: room.keyOf("ada") };
    const times = { status: "checkedOut", policyId: "P", reason: "work", minutes: 5, requestedAt: 1 } as const;
    await room.store.transaction(() => room.store.save("checkouts", { ...checkout, ...times }));
    await invoke(updateImportRule, room.context, engine, { key: rule, action: "delete", policyId: null });
    expect(await apply()).toEqual([0, 0, 0]);
    await room.store.transaction(() => room.store.save("checkouts", { key: "c1", status: "checkedIn" }));
    expect(await apply()).toEqual([0, 0, 1]);
  });

  test("go through many objects page by page, and write an audit row for each", async () => {
    const many = importPageObjects + 20;
    await room.store.transaction(async () => {
      for (let n = 0; n < many; n += 1) await account("T2", `user${n}`);
    });
    const rule = await system({ condition: "resource.id == 'T2'" });
    await add({ condition: "resource.shortId != 'root'" });
    const first = await invoke(applyImportRules, room.context, engine, {});
    expect(first).toEqual({ counts: { bound: importPageObjects, unbound: 0, deleted: 0 }, more: true });
    expect(await apply()).toEqual([21, 0, 0]);
    expect(await room.store.count("sesslog_full", { operation: "IMPB" })).toBe(many + 1);
    const [audit] = await room.store.select("sesslog_full", {
      where: { operation: "IMPB" },
      orderBy: [["seq", "asc"]],
    });
    expect(audit).toMatchObject({ ident: rule, targetSystem: "T2", message: "P", result: "S" });
  });

  test("that are disabled say nothing; one that cannot be used any more stops all of them", async () => {
    await system({ enabled: false });
    expect(await apply()).toEqual([0, 0, 0]);
    const rule = await system({ sequence: 5 });
    await room.store.transaction(() => room.store.save("importRules", { key: rule, condition: "resource.nothing" }));
    await add({});
    await expect(apply()).rejects.toMatchObject({ code: "IMPORT_RULE_INVALID", target: `importRules(${rule})` });
    expect(await systems()).toEqual([]);
  });
});

describe("a trial run", () => {
  const everything = async (): Promise<unknown> => {
    const tables = [
      "managedSystems",
      "managedSystemBindings",
      "managedAccounts",
      "importRules",
      "sesslog_full",
    ] as const;
    return Promise.all([room.store.changeLog.read(0, 10_000), ...tables.map((table) => room.store.select(table))]);
  };

  test("says rule by rule what would happen, and writes nothing", async () => {
    const first = await system({ condition: "resource.id == 'T1'" });
    await apply();
    const second = await add({ condition: "resource.targetSystemKey == 'T1'" });
    const before = await everything();
    const { rules } = await trial({ objectsMax: 2 });
    expect(rules).toEqual([
      expect.objectContaining({ key: first, objectType: "managedSystem", matched: 1, changes: 0, objects: [] }),
      {
        key: second,
        sequence: 10,
        objectType: "managedAccount",
        action: "bind",
        policyId: "P",
        matched: 3,
        changes: 3,
        objects: [
          {
            targetSystemKey: "T1",
            name: "ada",
          },
          {
            targetSystemKey: "T1",
            name: "bob",
          },
        ],
      },
    ]);
    expect(await everything()).toEqual(before);
    expect(await apply()).toEqual([3, 0, 0]);
    expect((await trial()).rules.map(({ changes }) => changes)).toEqual([0, 0]);
  });

  test("may be limited to one target system", async () => {
    await system();
    const [rule] = (await trial({ targetSystemKey: "T2" })).rules;
    expect(rule).toMatchObject({ matched: 1, changes: 1, objects: [{ targetSystemKey: "T2", name: "T2" }] });
    await expect(trial({ targetSystemKey: "NONE" })).rejects.toMatchObject({ code: "TARGET_UNKNOWN" });
  });
});

describe("a rule is refused", () => {
  test.each<[string, Partial<Row<"importRules">>, string, string]>([
    [
      "whose condition cannot be compiled",
      { condition: "resource.shortID == 'x'" },
      "IMPORT_RULE_INVALID",
      "condition:1:10",
    ],
    ["whose condition is empty", { condition: " " }, "INPUT_INVALID", "condition"],
    ["that names somebody who asks", { condition: "principal.superuser" }, "IMPORT_RULE_INVALID", "condition:1:1"],
    ["of an unknown action", { action: "drop" as "bind" }, "INPUT_INVALID", "action"],
    ["for an unknown type", { objectType: "computer" as "managedSystem" }, "INPUT_INVALID", "objectType"],
    ["that binds to nothing", { policyId: null }, "IMPORT_RULE_INVALID", "policyId"],
    ["that binds to an unknown policy", { policyId: "R" }, "MANAGED_SYSTEM_POLICY_UNKNOWN", "policyId"],
    [
      "that binds to the policy of what is managed no more",
      { policyId: "HISTORICAL" },
      "IMPORT_RULE_INVALID",
      "policyId",
    ],
    ["that deletes from a policy", { action: "delete" }, "IMPORT_RULE_INVALID", "policyId"],
    ["without a place in the order", { sequence: 0 }, "INPUT_INVALID", "sequence"],
  ])("%s", async (_why, part, code, target) => {
    await expect(add(part)).rejects.toMatchObject({ code, target });
    expect(await invoke(listImportRules, room.context, engine, {})).toEqual([]);
  });

  test("also when it is changed", async () => {
    const key = await add({});
    const change = (part: object) => invoke(updateImportRule, room.context, engine, { key, ...part });
    await expect(change({ condition: "resource.enabeld" })).rejects.toMatchObject({
      message: expect.stringContaining("Did you mean 'resource.enabled'?"),
    });
    await expect(change({ policyId: null })).rejects.toMatchObject({ code: "IMPORT_RULE_INVALID" });
    // A managed account has this field, a managed system does not.
    await expect(change({ condition: "resource.locked" })).resolves.toMatchObject({ key });
    await expect(change({ objectType: "managedSystem" })).rejects.toMatchObject({ code: "IMPORT_RULE_INVALID" });
  });
});
