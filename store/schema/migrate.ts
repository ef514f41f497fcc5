import { Umzug, type UmzugStorage } from "umzug";

import { isTableMissing, throwTranslated } from "../database-errors.ts";
import { type Database, type DatabaseOptions, withDatabase } from "../database.ts";
import { peopleAndTargets } from "../migrations/0001-people-and-targets.ts";
import { requestsAndService } from "../migrations/0002-requests-and-service.ts";
import { resources } from "../migrations/0003-resources.ts";
import { targetWrites } from "../migrations/0004-target-writes.ts";
import { outboxDue } from "../migrations/0005-outbox-due.ts";
import { passwordRules } from "../migrations/0006-password-rules.ts";
import { refusedSignIns } from "../migrations/0007-refused-sign-ins.ts";
import { policies } from "../migrations/0008-policies.ts";
import { auditChain } from "../migrations/0009-audit-chain.ts";
import { tokenServer } from "../migrations/0010-token-server.ts";
import { webhooks } from "../migrations/0011-webhooks.ts";
import { failedConnectors } from "../migrations/0012-failed-connectors.ts";
import { discovery } from "../migrations/0013-discovery.ts";
import { importRules } from "../migrations/0014-import-rules.ts";
import { discoveryStaging } from "../migrations/0015-discovery-staging.ts";
import { proxyInstances } from "../migrations/0016-proxy-instances.ts";
import { valuesAsText } from "../migrations/0017-values-as-text.ts";
import { lockedBy } from "../migrations/0018-locked-by.ts";
import { gatheredCalls } from "../migrations/0019-gathered-calls.ts";
import { handedOut } from "../migrations/0021-handed-out.ts";
import { keyRingRecord } from "../migrations/0023-key-ring-record.ts";
import { orderedColumnsIndexed } from "../migrations/0024-ordered-columns.ts";
import { operationsCreated } from "../migrations/0026-operations-created.ts";
import { keptAnswers } from "../migrations/0027-kept-answers.ts";
import { secretAttributes } from "../migrations/0028-secret-attributes.ts";
import { objectKeys } from "../migrations/0030-object-keys.ts";
import { settings } from "../migrations/0031-settings.ts";
import type { Migration, TableOptions } from "../migrations/migration.ts";
import { checkDatabase, type DatabaseFinding } from "./check-database.ts";
import { resumable } from "./migration-progress.ts";
import { SchemaStatements } from "./schema-statements.ts";

const migrations: readonly Migration[] = [
  peopleAndTargets,
  requestsAndService,
  resources,
  targetWrites,
  outboxDue,
  passwordRules,
  refusedSignIns,
  policies,
  auditChain,
  tokenServer,
  webhooks,
  failedConnectors,
  discovery,
  importRules,
  discoveryStaging,
  proxyInstances,
  valuesAsText,
  lockedBy,
  gatheredCalls,
  handedOut,
  keyRingRecord,
  orderedColumnsIndexed,
  operationsCreated,
  keptAnswers,
  secretAttributes,
  objectKeys,
  settings,
];

/** What a check of the database found. */
export interface MigrationState {
  /** Migrations that have not run, by name. */
  readonly pending: readonly string[];
  /** What was looked at on the database server. */
  readonly findings: readonly DatabaseFinding[];
}

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

/** Tells what a database still needs, and changes nothing. */
export async function migrationState(options: DatabaseOptions): Promise<MigrationState> {
  return withDatabase(options, async (database) => {
    const ran = new Set(await ranMigrations(database));
    const pending = migrations.map(({ name }) => name).filter((name) => !ran.has(name));
    return { pending, findings: await checkDatabase(database) };
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
      return database.transactions.run(() => namesIn(database));
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

/** The migrations that have run; none where the database has never seen one. */
async function ranMigrations(database: Database): Promise<readonly string[]> {
  try {
    return await namesIn(database);
  } catch (error) {
    if (isTableMissing(error)) return [];
    throw error;
  }
}

async function namesIn(database: Database): Promise<string[]> {
  const rows = await database.read("SELECT `name` FROM `migrations` ORDER BY `name`");
  return rows.map((row) => row["name"] as string);
}
