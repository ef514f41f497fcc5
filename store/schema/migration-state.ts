import { type Admission, admissionOf } from "#domain/version-fence.ts";

import { isTableMissing } from "../database-errors.ts";
import { type Database, type DatabaseOptions, withDatabase } from "../database.ts";
import { readFence } from "../version-fence.ts";
import { checkDatabase, type DatabaseFinding } from "./check-database.ts";
import { migrationNames } from "./migration-names.ts";
import { schemaVersion } from "./schema-version.ts";

/** Result of a check of the database. */
export interface MigrationState {
  /** Migrations that have not run, by name. */
  readonly pending: readonly string[];
  /** Findings about the database server. */
  readonly findings: readonly DatabaseFinding[];
  /** Admission of this version to the database. */
  readonly admission: Admission;
}

/** Returns what a database still needs; changes nothing. */
export async function migrationState(options: DatabaseOptions): Promise<MigrationState> {
  return withDatabase(options, async (database) => {
    const [pending, findings] = [await pendingMigrations(database), await checkDatabase(database)];
    return { pending, findings, admission: await admissionNow(database) };
  });
}

async function admissionNow(database: Database): Promise<Admission> {
  try {
    return admissionOf(schemaVersion(), await readFence(database));
  } catch (error) {
    if (isTableMissing(error)) return "whole";
    throw error;
  }
}

/** Returns the names of the migrations that have not run on a database, in their order. */
export async function pendingMigrations(
  database: Database,
  names: readonly string[] = migrationNames(),
): Promise<readonly string[]> {
  const ran = new Set(await ranMigrations(database));
  return names.filter((name) => !ran.has(name));
}

/** Returns the names of the migrations that have run, if the database has a record of them. */
export async function ranNames(database: Database): Promise<string[]> {
  const rows = await database.read("SELECT `name` FROM `migrations` ORDER BY `name`");
  return rows.map((row) => row["name"] as string);
}

/** Returns the names of the migrations that have run; none if the database has never seen one. */
async function ranMigrations(database: Database): Promise<readonly string[]> {
  try {
    return await ranNames(database);
  } catch (error) {
    if (isTableMissing(error)) return [];
    throw error;
  }
}
