import { Umzug, type UmzugStorage } from "umzug";

import { throwTranslated } from "../database-errors.ts";
import { type Database, type DatabaseOptions, withDatabase } from "../database.ts";
import * as all from "../migrations/all.ts";
import type { Migration, TableOptions } from "../migrations/migration.ts";
import { checkDatabase } from "./check-database.ts";
import { resumable } from "./migration-progress.ts";
import { ranNames } from "./migration-state.ts";
import { SchemaStatements } from "./schema-statements.ts";

/** In the order of their numbers. */
const migrations = Object.values<Migration>(all).toSorted((a, b) => (a.name < b.name ? -1 : 1));

/**
 * Brings the schema of a database up to date; running it again changes nothing, and one that was cut off goes on. Gives the names
 * of what ran. The server is looked at first, so that nothing is begun which it would refuse in the middle.
 * @throws DATABASE_UNAVAILABLE
 * @throws UnfitDatabaseError
 */
export async function migrate(options: DatabaseOptions): Promise<readonly string[]> {
  return withDatabase(options, async (database) => {
    await requireFit(database);
    const ran = await umzug(database).up();
    await seedPositions(database);
    return ran.map((migration) => migration.name);
  });
}

/** Thrown where a database server is not as the record needs it; the message says what to set. */
class UnfitDatabaseError extends Error {
  override readonly name = "UnfitDatabaseError";
}

async function requireFit(database: Database): Promise<void> {
  const findings = await checkDatabase(database).catch(throwTranslated);
  const problems = findings.flatMap(({ problem }) => problem ?? []);
  if (problems.length > 0) throw new UnfitDatabaseError(problems.join(" "));
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

/** SQLite changes its schema in a transaction, whole or not at all; a database server commits each change of it at once. */
async function carryOut(database: Database, { name, up }: Migration): Promise<void> {
  const options = await tableOptions(database);
  if (!database.dialect.oneWriter) return resumable(database, name, (schema) => up(schema, options));
  await database.transactions.run(async () => {
    await up(new SchemaStatements(database).schema, options);
    await database.write("INSERT INTO `migrations` (`name`) VALUES (?)", [name]);
  });
}

/** The default collations take `A` for `a`, and the older exact one takes `a ` for `a`. */
async function tableOptions(database: Database): Promise<TableOptions> {
  if (database.dialect.name === "sqlite") return {};
  const [row] = await database.read("SELECT VERSION() AS `version`");
  const exact = /mariadb/i.test(String(row?.["version"])) ? "utf8mb4_nopad_bin" : "utf8mb4_0900_bin";
  return { charset: "utf8mb4", collate: exact };
}

/** Remembers in the database itself which migrations have run. */
function migrationTable(database: Database): UmzugStorage {
  const ensure = () =>
    database.transactions.run(() =>
      database.write("CREATE TABLE IF NOT EXISTS `migrations` (`name` VARCHAR(190) NOT NULL PRIMARY KEY)"),
    );
  return {
    async logMigration({ name }) {
      // On SQLite it was remembered in the transaction of its changes.
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

/** The counter that gives out positions of the change log must exist before anybody can lock it. */
async function seedPositions(database: Database): Promise<void> {
  await database.transactions.run(async () => {
    const [known] = await database.read("SELECT `value` FROM `nodeCounters` WHERE `name` = 'changeLogPosition'");
    if (!known) await database.write("INSERT INTO `nodeCounters` (`name`, `value`) VALUES ('changeLogPosition', 0)");
  });
}
