import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { importPageObjects } from "#domain/limits.ts";
import { confirmDiscovery } from "#operations/discovery/decide-discovery.ts";
import { discoverTargetSystem } from "#operations/discovery/discover-target-system.ts";
import type { Discovery } from "#operations/discovery/engine/discovery-of.ts";
import { addImportRule, updateImportRule } from "#operations/import-rules/change-import-rules.ts";
import { trialImportRules } from "#operations/import-rules/trial-import-rules.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";

import { discoveriesOf } from "../support/discoveries.ts";
import { changeDirectory, fillDirectory } from "../support/fault-directory.ts";
import { eventually, type Journey, openJourney } from "../support/journey.ts";
import { callerOf } from "../support/service.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { testSize } from "../support/test-size.ts";

let temporal: TestTemporal;
let journey: Journey;

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());
afterEach(() => journey.close());

const operator = callerOf({ key: "operator", id: "operator", superuser: true });
const engine = engineCaller("cli", "import-rules");

async function open(): Promise<void> {
  journey = await openJourney({ temporal: temporal.address });
  const { store } = journey;
  await store.transaction(() =>
    store.save("managedSystemPolicies", {
      id: "P",
      mode: "push",
      description: "",
      managedByNode: "node1",
      disclosurePlugins: [],
      changeIntervalHours: 24,
      checkoutMaxMinutes: 60,
    }),
  );
}

const add = async (part: object): Promise<string> => {
  const rule = {
    objectType: "managedAccount",
    sequence: 10,
    condition: "true",
    action: "bind",
    policyId: "P",
    ...part,
  };
  return (await invoke(addImportRule, journey.context, engine, rule)).key;
};

async function discover(): Promise<Discovery> {
  const { key } = await invoke(discoverTargetSystem, journey.context, operator, { key: "T1" });
  return eventually(`discovery ${key} ended`, async () => {
    const row = (await journey.store.get("requestOperations", key)) as Discovery;
    return row.finishedAt === null ? undefined : row;
  });
}

/** Returns the names of the accounts under a policy. */
async function managed(policyId: string): Promise<string[]> {
  const rows = await journey.store.select("managedAccounts", { where: { policyId } });
  const names = await Promise.all(
    rows.map(async (row) => row.accountName ?? (await journey.store.get("accounts", row.accountKey))?.shortId),
  );
  return names.map(String).toSorted();
}

// @specification 1.import-rules
test("a discovery carries the rules out after the association, page by page, and a second one changes nothing", async () => {
  await open();
  const accounts = importPageObjects + 44;
  fillDirectory(journey.directory, accounts, 3);
  await add({ objectType: "managedSystem", condition: "resource.id == 'T1'" });
  await add({ sequence: 1, condition: "resource.shortId == 'user00003'", action: "unbind", policyId: null });
  await add({
    sequence: 2,
    condition: "'group0' in resource.groups || 'user00001@example.test' in resource.attributeValues",
  });
  const { rules } = await invoke(trialImportRules, journey.context, engine, {});
  expect(rules.map(({ changes }) => changes)).toEqual([1, 0, 0]);

  const first = await discover();
  // A third of the accounts is in group0, user00003 among them, and user00001 is not.
  expect(first).toMatchObject({
    result: "S",
    discovery: { imported: { bound: accounts / 3 + 1, unbound: 0, deleted: 0 } },
  });
  const names = await managed("P");
  expect([names.length, names.includes("user00001"), names.includes("user00003")]).toEqual([accounts / 3, true, false]);
  expect((await discover()).discovery.imported).toEqual({ bound: 0, unbound: 0, deleted: 0 });
  const [audit] = await journey.store.select("sesslog_full", { where: { operation: "DISC", ident: first.key } });
  expect(JSON.parse(audit?.message ?? "{}")).toMatchObject({ bound: accounts / 3 + 1 });
});

// @specification 1.import-rules
test("what a trial says is what then happens, also for unbind and delete", async () => {
  await open();
  fillDirectory(journey.directory, 30, 3);
  await add({ objectType: "managedSystem" });
  const rule = await add({});
  await discover();
  expect(await managed("P")).toHaveLength(30);
  const change = (part: object) => invoke(updateImportRule, journey.context, engine, { key: rule, ...part });
  const tried = async () => (await invoke(trialImportRules, journey.context, engine, { targetSystemKey: "T1" })).rules;

  await change({
    action: "unbind",
    policyId: null,
    condition: "!('group1' in resource.groups) && resource.shortId.startsWith('user')",
  });
  expect((await tried()).at(-1)).toMatchObject({ matched: 20, changes: 20 });
  expect(await managed("HISTORICAL")).toEqual([]);
  expect((await discover()).discovery.imported).toEqual({ bound: 0, unbound: 20, deleted: 0 });
  expect(await managed("HISTORICAL")).toHaveLength(20);

  // This target does not report locks, and with an unknown value neither a condition nor its opposite holds.
  await change({ action: "delete", condition: "resource.locked || !resource.locked" });
  expect((await tried()).at(-1)).toMatchObject({ matched: 0, changes: 0 });
  await change({ action: "delete", condition: "resource.enabled && resource.locked == null" });
  const [, last] = await tried();
  expect(last).toMatchObject({ matched: 30, changes: 10 });
  expect(last?.objects).toHaveLength(10);
  expect((await discover()).discovery.imported).toEqual({ bound: 0, unbound: 0, deleted: 10 });
  expect(await managed("HISTORICAL")).toHaveLength(30);
});

test("a managed account outlives an account that the target has lost", async () => {
  await open();
  fillDirectory(journey.directory, 5);
  await add({ objectType: "managedSystem" });
  await add({});
  await discover();
  expect(await managed("P")).toHaveLength(5);
  changeDirectory(journey.directory, (database) => void database.exec("DELETE FROM objects WHERE name = 'user00002'"));
  await discover();
  expect(await managed("P")).toEqual(["user00000", "user00001", "user00003", "user00004"]);
  expect(await managed("HISTORICAL")).toEqual(["user00002"]);
});

const lost = testSize(60, 1_000);

test(`a discovery that no longer lists ${lost} managed accounts takes none of their passwords away`, async () => {
  await open();
  const kept = 5;
  fillDirectory(journey.directory, lost + kept);
  await add({ objectType: "managedSystem" });
  await add({});
  await discover();
  const { store, context } = journey;
  const accounts = await store.select("managedAccounts", { where: { policyId: "P" } });
  expect(accounts).toHaveLength(lost + kept);
  await store.transaction(async () => {
    for (const { key: managedAccountKey } of accounts) {
      const key = context.ids.guid();
      const secret = store.seal(new Secret(managedAccountKey), { table: "vaultEntries", column: "secret", key });
      const known = { origin: "imported", status: "C", createdAt: 1, settledAt: 1, createdNode: store.node } as const;
      await store.add("vaultEntries", { key, managedAccountKey, secret, ...known });
    }
  });
  const gone = `DELETE FROM objects WHERE name >= 'user${String(kept).padStart(5, "0")}'`;
  changeDirectory(journey.directory, (database) => void database.exec(gone));
  const { begin, waits, discovery } = discoveriesOf(() => journey, "T1");
  const key = await begin();
  await waits(key);
  await invoke(confirmDiscovery, context, operator, { key });
  await eventually("the discovery ended", async () => (await discovery(key)).finishedAt ?? undefined);
  expect([(await managed("P")).length, (await managed("HISTORICAL")).length]).toEqual([kept, lost]);
  const entries = await store.select("vaultEntries");
  const opened = entries.map(({ key: entryKey, managedAccountKey, secret }) =>
    store
      .unseal(secret, { table: "vaultEntries", column: "secret", key: entryKey })
      .use((text) => text === managedAccountKey),
  );
  expect(opened).toEqual(accounts.map(() => true));
});

test("rules that cannot be used fail no discovery: what was listed is there, and nothing is imported", async () => {
  await open();
  fillDirectory(journey.directory, 5);
  const { store } = journey;
  const broken = await add({ objectType: "managedSystem" });
  await store.transaction(() => store.save("importRules", { key: broken, condition: "resource.gone" }));
  expect(await discover()).toMatchObject({ result: "S", discovery: { loaded: { added: 5 }, imported: { bound: 0 } } });
  expect(await store.count("managedSystems")).toBe(0);
});
