// @databases sqlite mariadb
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { openDatabase } from "#store/database.ts";
import { migrate } from "#store/schema/migrate.ts";
import { SchemaStatements } from "#store/schema/schema-statements.ts";
import type { SqlRow } from "#store/sql/sql.ts";

import { suiteDialect, type TestDatabase, testDatabase } from "../support/database.ts";
import { prepareMigratedDatabase } from "../support/empty-database.ts";
import { testSize } from "../support/test-size.ts";

// A server takes 20 seconds of processor time for all migrations.
const cuts = testSize(suiteDialect() === "mariadb" ? 2 : 5, 400);
let folder: string;
let database: TestDatabase;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-migrations-"));
  database = await testDatabase(folder);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
});

const schemaTexts = {
  sqlite: ["SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite%' ORDER BY type, name"],
  mariadb: [
    "SELECT TABLE_NAME, ORDINAL_POSITION, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COLUMN_DEFAULT, COLUMN_KEY FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME <> 'migrationProgress' ORDER BY 1, 2",
    "SELECT TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX, COLUMN_NAME, NON_UNIQUE FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME <> 'migrationProgress' ORDER BY 1, 2, 3",
    "SELECT TRIGGER_NAME, ACTION_STATEMENT FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE() ORDER BY 1",
  ],
} as const;

/** Returns the schema of the database, and the rows that migrations write. */
async function stateOf(databaseUrl: string): Promise<SqlRow[][]> {
  const opened = openDatabase({ databaseUrl });
  try {
    const state: SqlRow[][] = [];
    for (const text of schemaTexts[suiteDialect()]) state.push(await opened.read(text));
    for (const table of ["migrations", "nodeCounters", "auditChainHeads", "sessionLogSummary"])
      state.push(await opened.read(`SELECT * FROM \`${table}\` ORDER BY 1`));
    return state;
  } finally {
    await opened.close();
  }
}

/** Makes the statement of that number the last one, as a power cut does: carried out already, or not yet. */
function cutAt(number: number, carriedOut: boolean): void {
  const { carryOut } = SchemaStatements.prototype;
  let count = 0;
  vi.spyOn(SchemaStatements.prototype, "carryOut").mockImplementation(async function (
    this: SchemaStatements,
    statement,
  ) {
    count += 1;
    if (count === number && carriedOut) await carryOut.call(this, statement);
    if (count >= number) throw new Error("the power was cut");
    return carryOut.call(this, statement);
  });
}

async function statementsOfAll(): Promise<number> {
  const spy = vi.spyOn(SchemaStatements.prototype, "carryOut");
  await migrate({ databaseUrl: database.url });
  const { length } = spy.mock.calls;
  vi.restoreAllMocks();
  return length;
}

test(
  `a migration that is cut off at any statement goes on from there, and leads to the same schema (${cuts} cuts)`,
  { timeout: 600_000 },
  async () => {
    const statements = await statementsOfAll();
    const whole = await stateOf(database.url);
    expect(whole.map((rows) => rows.length > 0)).not.toContain(false);
    const step = Math.max(1, Math.ceil((2 * statements) / cuts));
    for (let cut = 2; cut <= 2 * statements; cut += step) {
      const part = mkdtempSync(join(folder, "cut-"));
      const other = await testDatabase(part);
      cutAt(Math.floor(cut / 2), cut % 2 === 0);
      // It is unknown whether an interrupted commit was carried out.
      await expect(migrate({ databaseUrl: other.url })).rejects.toThrow(/the power was cut|the outcome is unknown/);
      vi.restoreAllMocks();
      await migrate({ databaseUrl: other.url });
      expect(await stateOf(other.url), `cut at ${cut}`).toEqual(whole);
      await other.remove();
      rmSync(part, { recursive: true });
    }
  },
);

test("a database that is up to date is left as it is", async () => {
  await prepareMigratedDatabase(database.url);
  const before = await stateOf(database.url);
  expect(await migrate({ databaseUrl: database.url })).toEqual([]);
  expect(await stateOf(database.url)).toEqual(before);
});
