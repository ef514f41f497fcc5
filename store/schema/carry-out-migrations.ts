import { Umzug, type UmzugStorage } from "umzug";

import type { Database } from "../database.ts";
import * as all from "../migrations/all.ts";
import type { Migration, TableOptions } from "../migrations/migration.ts";
import { resumable } from "./migration-progress.ts";
import { ranNames } from "./migration-state.ts";
import { SchemaStatements } from "./schema-statements.ts";

/** Migrations in the order of their numbers. */
const migrations = Object.values<Migration>(all).toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Runs the migrations that have not run, and resumes one that was cut off; returns their names. */
export async function carryOutMigrations(database: Database): Promise<readonly string[]> {
  const ran = await umzug(database).up();
  return ran.map((migration) => migration.name);
}

function umzug(database: Database) {
  return new Umzug({
    migrations: migrations.map((migration) => ({
      name: migration.name,
      up: () => carryOut(database, migration),
    })),
    storage: migrationTable(database),
    logger: undefined,
  });
}

/**
 * Runs a migration. SQLite changes its schema in a transaction, whole or not at all; a database server commits each change of it at once.
 */
async function carryOut(database: Database, { name, up }: Migration): Promise<void> {
  const options = await tableOptions(database);
  if (!database.dialect.oneWriter) return resumable(database, name, (schema) => up(schema, options));
  await database.transactions.run(async () => {
    await up(new SchemaStatements(database).schema, options);
    await database.write("INSERT INTO `migrations` (`name`) VALUES (?)", [name]);
  });
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
