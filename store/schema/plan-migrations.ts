import { secondsOf, workOf } from "#domain/migration-plan.ts";

import { isTableMissing } from "../database-errors.ts";
import { type Database, type DatabaseOptions, withDatabase } from "../database.ts";
import * as all from "../migrations/all.ts";
import type { Migration } from "../migrations/migration.ts";
import { pendingMigrations } from "./migration-state.ts";
import { SchemaStatements } from "./schema-statements.ts";

/** Plan of a migration that has not run. */
export interface PlannedMigration {
  readonly name: string;
  /** True if it fills rows page by page, beside the work of others. */
  readonly fills: boolean;
  /** Version of the schema below which programs are fenced off before it runs. */
  readonly needs?: number;
  /** Tables that it concerns, with their rows as they are now. */
  readonly tables: readonly { readonly table: string; readonly rows: number }[];
  /** Estimated seconds; null if its statements follow from what earlier ones leave. */
  readonly seconds: number | null;
}

/**
 * Returns what a migration of a database would do, and changes nothing.
 * @throws DATABASE_UNAVAILABLE
 */
export async function planMigrations(
  options: DatabaseOptions,
  migrations: readonly Migration[] = Object.values<Migration>(all),
): Promise<readonly PlannedMigration[]> {
  return withDatabase(options, async (database) => {
    const pending = new Set(await pendingMigrations(database, migrations.map(({ name }) => name).toSorted()));
    const plans: PlannedMigration[] = [];
    for (const migration of migrations) if (pending.has(migration.name)) plans.push(await planOf(database, migration));
    return plans.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  });
}

async function planOf(database: Database, migration: Migration): Promise<PlannedMigration> {
  const { name, fill, needs } = migration;
  const statements = await statementsOf(database, migration);
  const rowsIn = new Map<string, number>();
  let seconds = 0;
  for (const { table, work } of (statements ?? []).flatMap((statement) => workOf(statement) ?? [])) {
    const rows = rowsIn.get(table) ?? (await countRows(database, table));
    rowsIn.set(table, rows);
    seconds += secondsOf(work, rows, database.dialect.name);
  }
  return {
    name,
    fills: fill !== undefined,
    ...(needs !== undefined && { needs }),
    tables: [...rowsIn].map(([table, rows]) => ({ table, rows })),
    seconds: statements === undefined ? null : seconds,
  };
}

/** Returns the statements of a migration, none of which runs; undefined if they cannot be told before. */
async function statementsOf(database: Database, { up }: Migration): Promise<readonly string[] | undefined> {
  const statements: string[] = [];
  const told = { ...database, run: async (text: string) => void statements.push(text), write: async () => 0 };
  try {
    await up(new SchemaStatements(told).schema, {});
    return statements;
  } catch {
    // It reads what an earlier one makes.
    return undefined;
  }
}

async function countRows({ read }: Database, table: string): Promise<number> {
  try {
    return Number((await read(`SELECT COUNT(*) AS \`n\` FROM \`${table}\``))[0]?.["n"]);
  } catch (error) {
    if (isTableMissing(error)) return 0;
    throw error;
  }
}
