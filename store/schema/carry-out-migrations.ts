import { setTimeout as sleep } from "node:timers/promises";

import { Umzug, type UmzugStorage } from "umzug";

import { fenceKnownMs } from "#domain/fence-limits.ts";

import type { Database } from "../database.ts";
import * as all from "../migrations/all.ts";
import type { Migration, TableOptions } from "../migrations/migration.ts";
import { raiseFence } from "../version-fence.ts";
import { once, resumable } from "./migration-progress.ts";
import { ranNames } from "./migration-state.ts";
import { SchemaStatements } from "./schema-statements.ts";

/** Migrations in the order of their numbers. */
const allMigrations = Object.values<Migration>(all).toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Ways in which migrations run, which tests replace. */
export interface CarryOutOptions {
  readonly migrations?: readonly Migration[];
  /** Receives the number of rows that a migration has filled so far. */
  readonly report?: (progress: FillProgress) => void;
  /** Waits until processes that are too old write no more. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** Progress of a migration that fills rows. */
export interface FillProgress {
  readonly name: string;
  readonly rows: number;
}

/** Runs the migrations that have not run, and resumes one that was cut off; returns their names. */
export async function carryOutMigrations(
  database: Database,
  { migrations = allMigrations, report = () => undefined, wait = sleep }: CarryOutOptions = {},
): Promise<readonly string[]> {
  const ran = await umzug(database, { migrations, report, wait }).up();
  return ran.map((migration) => migration.name);
}

function umzug(database: Database, options: Required<CarryOutOptions>) {
  return new Umzug({
    migrations: options.migrations.map((migration) => ({
      name: migration.name,
      up: () => carryOut(database, migration, options),
    })),
    storage: migrationTable(database),
    logger: undefined,
  });
}

/**
 * Runs a migration. SQLite changes its schema in a transaction, whole or not at all; a database server commits each change of it at once.
 * What a migration takes away is taken only when no older program can write any more.
 */
async function carryOut(
  database: Database,
  { name, up, fill, needs }: Migration,
  { report, wait }: Required<CarryOutOptions>,
): Promise<void> {
  if (needs !== undefined) {
    await raiseFence(database, needs);
    await wait(fenceKnownMs + marginMs);
  }
  const options = await tableOptions(database);
  if (!database.dialect.oneWriter) {
    await resumable(database, name, (schema) => up(schema, options));
    if (fill !== undefined) await fillAll(database, { name, fill }, report);
    return;
  }
  const recorded = () => database.write("INSERT INTO `migrations` (`name`) VALUES (?)", [name]);
  const changeSchema = () => up(new SchemaStatements(database).schema, options);
  if (fill === undefined) {
    await database.transactions.run(async () => {
      await changeSchema();
      await recorded();
    });
    return;
  }
  await once(database, name, changeSchema);
  await fillAll(database, { name, fill }, report);
  await database.transactions.run(recorded);
}

/** Milliseconds beyond those for which an older program may still write. */
const marginMs = 500;

async function fillAll(
  database: Database,
  { name, fill }: Required<Pick<Migration, "name" | "fill">>,
  report: (progress: FillProgress) => void,
): Promise<void> {
  for (let rows = 0; ;) {
    const filled = await database.transactions.run(() => fill(database));
    if (filled === 0) return;
    rows += filled;
    report({ name, rows });
  }
}

/** Returns the options for an exact collation: the default collations take `A` for `a`, and the older exact one takes `a ` for `a`. */
async function tableOptions(database: Database): Promise<TableOptions> {
  if (database.dialect.name === "sqlite") return {};
  const [row] = await database.read("SELECT VERSION() AS `version`");
  const exact = /mariadb/i.test(String(row?.["version"])) ? "utf8mb4_nopad_bin" : "utf8mb4_0900_bin";
  return { charset: "utf8mb4", collate: exact };
}

/** Makes the table in which the database itself records the migrations that have run. */
function migrationTable(database: Database): UmzugStorage {
  const ensure = () =>
    database.transactions.run(() =>
      database.write("CREATE TABLE IF NOT EXISTS `migrations` (`name` VARCHAR(190) NOT NULL PRIMARY KEY)"),
    );
  return {
    async logMigration({ name }) {
      // On SQLite the transaction of its changes has recorded it.
      if (database.dialect.oneWriter) return;
      await database.transactions.run(() => database.write("INSERT INTO `migrations` (`name`) VALUES (?)", [name]));
    },
    async unlogMigration({ name }) {
      await database.transactions.run(() => database.write("DELETE FROM `migrations` WHERE `name` = ?", [name]));
    },
    async executed() {
      await ensure();
      return database.transactions.run(() => ranNames(database));
    },
  };
}
