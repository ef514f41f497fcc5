// @databases sqlite mariadb
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { systemClock } from "#platform/clock.ts";
import { systemIds } from "#platform/ids.ts";
import { createKeyRing } from "#platform/keys/keys.ts";
import { openDatabase } from "#store/database.ts";
import { openStore } from "#store/open-store.ts";
import { migrate } from "#store/schema/migrate.ts";
import { SchemaStatements } from "#store/schema/schema-statements.ts";
import type { Store } from "#store/store.ts";

import { suiteDialect, type TestDatabase, testDatabase } from "../support/database.ts";
import { prepareMigratedDatabase } from "../support/empty-database.ts";

let folder: string;
let database: TestDatabase;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-runs-renamed-"));
  database = await testDatabase(folder);
  await prepareMigratedDatabase(database.url);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function withStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
  const keyRing = createKeyRing({ folder });
  const store = await openStore({
    databaseUrl: database.url,
    node: "node1",
    clock: systemClock,
    ids: systemIds,
    keyRing,
  });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

async function run(...statements: readonly string[]): Promise<void> {
  const opened = openDatabase({ databaseUrl: database.url });
  try {
    for (const statement of statements) await opened.transactions.run(() => opened.write(statement));
  } finally {
    await opened.close();
  }
}

const rowsOf = async (store: Store) => ({
  runs: await store.select("runs", { orderBy: [["key", "asc"]] }),
  policies: await store.select("policies", { orderBy: [["name", "asc"]] }),
  versions: await store.select("policyVersions"),
});

/** The tables by which a database remembers what was carried out; SQLite does whole migrations alone. */
const remembering = suiteDialect() === "sqlite" ? ["migrations"] : ["migrations", "migrationProgress"];

/** Writes rows and puts the database back to the names of before; gives the rows. */
async function asBefore() {
  const rows = await withStore(async (store) => {
    await store.transaction(async () => {
      const asked = { reason: "asked", requestId: "call", createdAt: 1 } as const;
      await store.add("runs", {
        key: "r1",
        kind: "randomize",
        state: "ended",
        ...asked,
        accountKeys: ["a"],
        endedAt: 2,
      });
      await store.add("runs", { key: "r2", kind: "verify", state: "paused", ...asked });
      for (const name of ["runs_get_list", "runs_post_pause", "users_get"])
        await store.add("policies", { name, expression: "true", number: 1 });
      const version = { number: 1, action: "set", after: "true", changedBy: "U1", changedAt: 1 } as const;
      await store.add("policyVersions", { key: "v1", name: "runs_post_pause", ...version });
    });
    return rowsOf(store);
  });
  const oldNames = (table: string) =>
    `UPDATE \`${table}\` SET \`name\` = REPLACE(\`name\`, 'runs_', 'vaultruns_') WHERE \`name\` LIKE 'runs%'`;
  await run(
    "ALTER TABLE `runs` RENAME TO `vaultRuns`",
    "UPDATE `changeLog` SET `tableName` = 'vaultRuns' WHERE `tableName` = 'runs'",
    oldNames("policies"),
    oldNames("policyVersions"),
    "INSERT INTO `keptAnswers` (`call`, `fingerprint`, `answer`, `keptUntil`) VALUES ('c', 'f', 'old', 1)",
    ...remembering.map((table) => `DELETE FROM \`${table}\` WHERE \`name\` = '0130-runs'`),
  );
  return rows;
}

async function expectKept(rows: Awaited<ReturnType<typeof asBefore>>): Promise<void> {
  expect(rows.runs).toHaveLength(2);
  await withStore(async (store) => {
    expect(await rowsOf(store)).toEqual(rows);
  });
  const opened = openDatabase({ databaseUrl: database.url });
  try {
    const logged = await opened.read("SELECT DISTINCT `rowKey` FROM `changeLog` WHERE `tableName` = 'runs' ORDER BY 1");
    expect(logged).toEqual([{ rowKey: "r1" }, { rowKey: "r2" }]);
    expect(await opened.read("SELECT 1 FROM `changeLog` WHERE `tableName` = 'vaultRuns'")).toEqual([]);
    expect(await opened.read("SELECT `answer` FROM `keptAnswers`")).toEqual([{ answer: null }]);
  } finally {
    await opened.close();
  }
}

test("runs, what is logged of them and the stored policies of their calls come under the new name as they were", async () => {
  const rows = await asBefore();
  expect(await migrate({ databaseUrl: database.url })).toEqual(["0130-runs"]);
  await expectKept(rows);
});

test.each([1, 2, 3, 4, 5])("a cut behind statement %i changes nothing of that", async (last) => {
  const rows = await asBefore();
  const { carryOut } = SchemaStatements.prototype;
  let count = 0;
  vi.spyOn(SchemaStatements.prototype, "carryOut").mockImplementation(async function (
    this: SchemaStatements,
    statement,
  ) {
    count += 1;
    await carryOut.call(this, statement);
    if (count === last) throw new Error("the power was cut");
  });
  await expect(migrate({ databaseUrl: database.url })).rejects.toThrow(/the power was cut|the outcome is unknown/);
  vi.restoreAllMocks();
  await migrate({ databaseUrl: database.url });
  await expectKept(rows);
});
