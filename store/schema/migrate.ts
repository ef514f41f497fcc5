import { throwTranslated } from "../database-errors.ts";
import { type Database, type DatabaseOptions, withDatabase } from "../database.ts";
import type { FillProgress } from "./carry-out-migrations.ts";
import { checkDatabase } from "./check-database.ts";
import { pendingMigrations } from "./migration-state.ts";

/**
 * Migrates the schema of a database to the current version; a repeat changes nothing, and an interrupted migration resumes. Returns the
 * names of the migrations that ran. The server is checked first, so that nothing starts that it would refuse in the middle.
 * @throws DATABASE_UNAVAILABLE
 * @throws UnfitDatabaseError
 */
export async function migrate(
  options: DatabaseOptions,
  report?: (progress: FillProgress) => void,
): Promise<readonly string[]> {
  return withDatabase(options, async (database) => {
    await requireFit(database);
    const ran = await runMigrations(database, report);
    await seedPositions(database);
    return ran;
  });
}

/** Runs the pending migrations. Most starts find none, and the code that runs them is more than half of what `gatehouse up` would load. */
async function runMigrations(
  database: Database,
  report: (progress: FillProgress) => void = () => undefined,
): Promise<readonly string[]> {
  if ((await pendingMigrations(database)).length === 0) return [];
  const { carryOutMigrations } = await import("./carry-out-migrations.ts");
  return carryOutMigrations(database, { report });
}

/** Error for a database server that does not meet the requirements; the message says what to set. */
class UnfitDatabaseError extends Error {
  override readonly name = "UnfitDatabaseError";
}

async function requireFit(database: Database): Promise<void> {
  const findings = await checkDatabase(database).catch(throwTranslated);
  const problems = findings.flatMap(({ problem }) => problem ?? []);
  if (problems.length > 0) throw new UnfitDatabaseError(problems.join(" "));
}

/** Creates the counter of the positions in the change log, which must exist before anyone can lock it. */
async function seedPositions(database: Database): Promise<void> {
  await database.transactions.run(async () => {
    const [known] = await database.read("SELECT `value` FROM `nodeCounters` WHERE `name` = 'changeLogPosition'");
    if (!known) await database.write("INSERT INTO `nodeCounters` (`name`, `value`) VALUES ('changeLogPosition', 0)");
  });
}
