// @databases sqlite mariadb
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { runMonitor } from "#activities/hub/monitor.ts";
import { type ComposedService, composeService } from "#bin/compose.ts";
import { programCaller } from "#bin/program-caller.ts";
import { Secret } from "#connectors/contract/index.ts";
import { ModuleName } from "#domain/module-name.ts";
import { verifyAudit } from "#operations/audit/verify-audit.ts";
import { discoverTargetSystem } from "#operations/discovery/discover-target-system.ts";
import { associateDiscovery } from "#operations/discovery/engine/associate.ts";
import type { Discovery } from "#operations/discovery/engine/discovery-of.ts";
import { endDiscovery } from "#operations/discovery/engine/end-discovery.ts";
import { loadDiscovery } from "#operations/discovery/engine/steps.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { decide } from "#operations/requests/decide.ts";
import { usedBefore } from "#operations/requests/engine/password-history.ts";
import { install } from "#operations/setup/install.ts";
import { createLogger } from "#platform/logs/log.ts";
import { objectKey } from "#platform/object-key.ts";
import { readSettings } from "#platform/settings/settings.ts";
import { withDatabase } from "#store/database.ts";
import { migrate } from "#store/schema/migrate.ts";
import { migrationState } from "#store/schema/migration-state.ts";
import type { SqlRow } from "#store/sql/sql.ts";

import { changeLogFaults } from "../support/before-object-keys/change-log-replay.ts";
import { knownOf, rowsOf } from "../support/before-object-keys/known-world.ts";
import { oldAuditRows } from "../support/before-object-keys/old-audit.ts";
import {
  listedCounts,
  listedTarget,
  loadedCounts,
  loadedTarget,
} from "../support/before-object-keys/old-discoveries.ts";
import { type OldInstallation, writeOldInstallation } from "../support/before-object-keys/old-installation.ts";
import { bigTarget, twins } from "../support/before-object-keys/old-objects.ts";
import { type OldRequest, oldRequests, sentPassword } from "../support/before-object-keys/old-requests.ts";
import { cutStatements, forgetStatements } from "../support/before-object-keys/old-schema.ts";
import { requireLoggedRows, watchRows } from "../support/change-log-check.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { createDirectClient } from "../support/direct-client.ts";
import { startTestEngine, type TestEngine } from "../support/engine.ts";
import { faultCounts } from "../support/fault-directory.ts";
import { eventually } from "../support/journey.ts";
import { repeatedRequests } from "../support/repeated-requests.ts";
import { callerOf } from "../support/service.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";
import { testSize } from "../support/test-size.ts";

const accounts = testSize(2_000, 20_000);
const timeout = 300_000;

interface Known {
  readonly objects: ReadonlySet<string>;
  readonly rows: ReadonlyMap<string, SqlRow>;
}

async function known(databaseUrl: string): Promise<Known> {
  return { objects: await knownOf(databaseUrl), rows: await rowsOf(databaseUrl) };
}

/** Returns the lines that are no longer known, and those that are new. */
function difference(before: ReadonlySet<string>, after: ReadonlySet<string>) {
  return {
    lost: [...before].filter((line) => !after.has(line)),
    more: [...after].filter((line) => !before.has(line)),
  };
}

describe("an upgrade of an installation with work under way", () => {
  let folder: string;
  let database: TestDatabase;
  let temporal: TestTemporal;
  let old: OldInstallation;
  let before: Known;
  let pending: readonly string[];
  let ran: readonly string[];
  let service: ComposedService;
  let engine: TestEngine | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "gatehouse-upgrade-"));
    [database, temporal] = await Promise.all([testDatabase(folder), startTestTemporal()]);
    old = await writeOldInstallation({ databaseUrl: database.url, folder, accounts });
    before = await known(database.url);
    ({ pending } = await migrationState({ databaseUrl: database.url }));
    const beganMs = performance.now();
    ran = await migrate({ databaseUrl: database.url });
    console.log(`upgraded ${accounts} accounts in ${Math.round(performance.now() - beganMs)} ms`);
    await watchRows(database.url);
  }, timeout);
  afterAll(async () => {
    await engine?.stop();
    await service.close();
    await temporal.stop();
    try {
      await withDatabase({ databaseUrl: database.url }, requireLoggedRows);
    } finally {
      await database.remove();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const rowOf = async (key: string) => (await service.context.store.get("requestOperations", key)) as Discovery;
  const resultsOf = async (name: OldRequest) => {
    const where = { requestKey: old.requests[name].key };
    const rows = await service.context.store.select("requestOperations", { where, orderBy: [["sequence", "asc"]] });
    return rows.map(({ result }) => result);
  };
  const accountOf = async (targetSystemKey: string, stableId: string) => {
    const [row, ...others] = await service.context.store.select("accounts", { where: { targetSystemKey, stableId } });
    expect(others).toEqual([]);
    return row;
  };

  test(
    "loses nothing: what two rows of an object had is in one, and every other row is as it was",
    { timeout },
    async () => {
      expect([pending[0], ran]).toEqual(["0030-object-keys", pending]);
      const after = await known(database.url);
      expect(difference(before.objects, after.objects)).toEqual({ lost: [], more: [] });
      const isTwin = isAbout(twinKeys(before.rows));
      const others = [...before.rows].filter(([, row]) => !isTwin(row));
      // A column that a migration adds changes nothing else: the old columns are compared.
      const asBefore = (name: string, row: SqlRow) =>
        Object.fromEntries(Object.keys(row).map((column) => [column, after.rows.get(name)?.[column]]));
      const changed = others.filter(([name, row]) => !isDeepStrictEqual(asBefore(name, row), { ...row }));
      expect(changed.map(([name]) => name)).toEqual([]);
      // The 50 of one target, two of another, and a group.
      const gone = [...before.rows.keys()].filter((name) => /^(accounts|groups) /.test(name) && !after.rows.has(name));
      expect(gone).toHaveLength(twins + 2 + 1);
    },
  );

  test(
    "opens as the service does, which finds what an older installation keeps of a setting",
    { timeout },
    async () => {
      const settings = readSettings({ GATEHOUSE_DATA: folder, DATABASE_URL: database.url, ...repeatedRequests });
      const log = createLogger({ module: "test", level: "silent" });
      service = await composeService(settings, "test", { dispatch: "none", log });
      await invoke(install, service.context, programCaller("test"), {});
      const [inheritance] = await service.context.store.select("settings", {
        where: { name: "MANAGED GROUP INHERITANCE COPY TARGET" },
      });
      expect(inheritance).toMatchObject({ storedValue: false });
      const { id, password } = old.objects.remembered;
      const remembered = await accountOf(bigTarget, id);
      expect(await usedBefore(service.context, remembered?.key ?? "", new Secret(password))).toBe(1);
    },
  );

  test(
    "takes the outcome of an order that was sent before it, and makes the account's row by its id",
    { timeout },
    async () => {
      const { context } = service;
      const proxy = await createDirectClient(context, "local", `${folder}/local`);
      const [operationKey = ""] = old.requests.sent.operationKeys;
      const object = { id: "90001", name: "new", attributes: {} };
      await proxy.outcomes([{ operationKey, sends: 1, result: "S", object }]);
      expect(await resultsOf("sent")).toEqual(["S"]);
      const made = await accountOf(bigTarget, object.id);
      expect(made?.key).toBe(objectKey({ type: "account", targetSystemKey: bigTarget, stableId: object.id }));
      expect(made?.userKey).toBe(old.people.ada);
      expect(await usedBefore(context, made?.key ?? "", new Secret(sentPassword))).toBe(1);
    },
  );

  test("loads a listing that was decided about before it, once and with its numbers", { timeout }, async () => {
    const { context } = service;
    const key = old.loadedKey;
    const caller = engineCaller(ModuleName.Load, key);
    expect(await invoke(loadDiscovery, context, caller, { key })).toEqual({ do: "load" });
    while ((await invoke(associateDiscovery, context, caller, { key })).do === "more");
    await invoke(endDiscovery, context, caller, { key, failure: null, warnings: [] });
    const ended = await rowOf(key);
    expect(ended).toMatchObject({ result: "S", discovery: { phase: "ended", loaded: loadedCounts } });
  });

  test("goes on with every open request and with a listing that was half taken in", { timeout }, async () => {
    const { context } = service;
    const nudging: ServiceContext = { ...context, nudge: () => engine?.dispatch.nudge() };
    const keys = oldRequests.map((name) => old.requests[name].key);
    const waiting = [old.requests["first phase"].key, old.requests["second phase"].key];
    expect(await context.store.moments.waiting(keys)).toEqual(new Set(waiting));
    engine = await startTestEngine({ context: nudging, address: temporal.address, folder });
    await runMonitor({ context: nudging, client: engine.client, signal: AbortSignal.timeout(timeout) });
    const say = (id: "bob" | "cy", name: OldRequest, phase: number) => {
      const caller = callerOf({ key: old.people[id], id, superuser: false });
      return invoke(decide, nudging, caller, { key: old.requests[name].key, phase, decision: "approve" });
    };
    await say("bob", "first phase", 1);
    await say("cy", "first phase", 2);
    await say("cy", "second phase", 2);
    for (const name of oldRequests.filter((each) => each !== "implementer")) {
      await eventually(`the request ${name} ended`, async () => {
        const row = await context.store.get("reqbatch", old.requests[name].key);
        return row?.status === "C";
      });
    }
    const results = await Promise.all(oldRequests.map(async (name) => [name, (await resultsOf(name)).join("")]));
    expect(Object.fromEntries(results)).toEqual({
      "first phase": "SS",
      "second phase": "S",
      "not begun": "S",
      scheduled: "S",
      queued: "SS",
      sent: "S",
      "next try": "S",
      "unknown before": "NS",
      implementer: "",
      ended: "S",
    });
    const implementer = await context.store.get("reqbatch", old.requests.implementer.key);
    expect(implementer).toMatchObject({ status: "I", version: 1 });
    expect(new Set(faultCounts(old.fileOf(bigTarget), "addMember").values())).toEqual(new Set([1]));

    const listed = await eventually("the listing ended", async () => {
      const row = await rowOf(old.listedKey);
      return row.finishedAt === null ? undefined : row;
    });
    // The rest is listed again, because a target says more than the version before could store.
    const loaded = { ...listedCounts.loaded, changed: expect.any(Number) as number };
    expect(listed).toMatchObject({ result: "S", discovery: { phase: "ended", ...listedCounts, loaded } });
  });

  test(
    "leaves no second key to an object: what was staged has that of its id, and who meets one again finds its row",
    { timeout },
    async () => {
      const { store } = service.context;
      const fresh = [
        ...old.stagedIds.map((stableId) => ({ targetSystemKey: listedTarget, stableId })),
        { targetSystemKey: listedTarget, stableId: "1004" },
        { targetSystemKey: loadedTarget, stableId: "250" },
      ];
      expect(old.stagedIds).toHaveLength(10);
      for (const object of fresh) {
        const row = await accountOf(object.targetSystemKey, object.stableId);
        expect(row?.key).toBe(objectKey({ type: "account", ...object }));
        expect(await store.count("accountAttributes", { accountKey: row?.key ?? "" })).toBe(3);
      }
      const operator = callerOf({ key: "operator", id: "operator", superuser: true });
      const loadedAgain = async () => {
        const { key } = await invoke(discoverTargetSystem, service.context, operator, { key: listedTarget });
        const again = await eventually("the listing ended again", async () => {
          const row = await rowOf(key);
          return row.finishedAt === null ? undefined : row;
        });
        return again.discovery.loaded;
      };
      // Objects that were listed before the upgrade, and those that had two rows, are checked once more.
      expect(await loadedAgain()).toMatchObject({ added: 0, removed: 0, memberships: 0 });
      expect(await loadedAgain()).toEqual({ added: 0, changed: 0, removed: 0, memberships: 0 });
      const lines = [...(await knownOf(database.url))];
      expect(lines.filter((line) => line.includes("nothing ("))).toEqual([]);
    },
  );

  test("tells all of it in the change log, with stamps that rise, and keeps the audit whole", { timeout }, async () => {
    const { context } = service;
    await engine?.stop();
    engine = undefined;
    expect(await changeLogFaults(database.url)).toEqual([]);
    while ((await context.store.auditChain.extend()) > 0);
    const verdict = await invoke(verifyAudit, context, engineCaller("cli", "check"), {});
    expect(verdict).toMatchObject({ found: 0, findings: [] });
    expect(verdict.checked).toBeGreaterThan(oldAuditRows);
  });
});

/** Returns the keys of all rows of objects that have two rows. */
function twinKeys(rows: ReadonlyMap<string, SqlRow>): ReadonlySet<unknown> {
  const objects = [...rows].filter(([name]) => /^(accounts|groups) /.test(name));
  const byObject = Map.groupBy(objects, ([name, row]) =>
    [name.split(" ")[0], row["targetSystemKey"], row["stableId"]].join(" "),
  );
  const several = [...byObject.values()].filter((all) => all.length > 1);
  return new Set(several.flatMap((all) => all.map(([, row]) => row["key"])));
}

function isAbout(keys: ReadonlySet<unknown>): (row: SqlRow) => boolean {
  return (row) =>
    row["origin"] === undefined && ["key", "accountKey", "groupKey"].some((column) => keys.has(row[column]));
}

describe("a migration with rows to unite", () => {
  let folder: string;
  let database: TestDatabase;
  let before: ReadonlySet<string>;
  let stop: () => void = () => undefined;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "gatehouse-upgrade-"));
    database = await testDatabase(folder);
    await writeOldInstallation({ databaseUrl: database.url, folder, accounts: 0 });
    before = await knownOf(database.url);
  }, timeout);
  afterEach(async () => {
    stop();
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test(
    "that forgets to is seen: each thing that two rows of an object had apart is told as lost",
    { timeout },
    async () => {
      // Statements of other migrations unite nothing: an emptied staging, columns that move or may now be null, marks.
      const others = "stagedObjects|managedAccounts` SET `held|accounts` SET `enabledTold|groupMemberships` SET `shown";
      stop = forgetStatements((statement) => new RegExp(`^UPDATE \`(?!${others})`).test(statement));
      await migrate({ databaseUrl: database.url });
      const { lost, more } = difference(before, await knownOf(database.url));
      const kinds = new Set(lost.map((line) => /: (\w+)/.exec(line)?.[1]));
      expect([...kinds].toSorted()).toEqual([
        "account",
        "attribute",
        "belongs",
        "group",
        "managed",
        "member",
        "owned",
        "password",
      ]);
      expect(more.every((line) => line.includes("nothing ("))).toBe(true);
    },
  );

  test("that is cut off now and again goes on from there, and loses nothing", { timeout }, async () => {
    for (const [statements, carriedOut] of cuts) {
      stop = cutStatements(statements, carriedOut);
      // It is unknown whether an interrupted commit was carried out.
      await expect(migrate({ databaseUrl: database.url })).rejects.toThrow(/the power was cut|the outcome is unknown/);
      stop();
    }
    await migrate({ databaseUrl: database.url });
    expect(difference(before, await knownOf(database.url))).toEqual({ lost: [], more: [] });
    expect(await changeLogFaults(database.url)).toEqual([]);
  });
});

/** Number of statements after which the power is cut, and whether the last of them was carried out. */
const cuts = [
  [5, true],
  [8, false],
  [10, true],
  [9, false],
  [10, true],
] as const;
