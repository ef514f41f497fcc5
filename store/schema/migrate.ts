import { throwTranslated } from "../database-errors.ts";
import { type Database, type DatabaseOptions, withDatabase } from "../database.ts";
import { checkDatabase } from "./check-database.ts";
import { pendingMigrations } from "./migration-state.ts";

/**
 * Brings the schema of a database up to date; running it again changes nothing, and one that was cut off goes on. Gives the names
 * of what ran. The server is looked at first, so that nothing is begun which it would refuse in the middle.
 * @throws DATABASE_UNAVAILABLE
 * @throws UnfitDatabaseError
 */
export async function migrate(options: DatabaseOptions): Promise<readonly string[]> {
  return withDatabase(options, async (database) => {
    await requireFit(database);
    const ran = await runMigrations(database);
    await seedPositions(database);
    return ran;
  });
}

/** Runs what is pending. Most starts find nothing, and what carries changes out is more than half of what `gatehouse up` would load. */
async function runMigrations(database: Database): Promise<readonly string[]> {
  if ((await pendingMigrations(database)).length === 0) return [];
  const { carryOutMigrations } = await import("./carry-out-migrations.ts");
  return carryOutMigrations(database);
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

/** The counter that gives out positions of the change log must exist before anybody can lock it. */
async function seedPositions(database: Database): Promise<void> {
  await database.transactions.run(async () => {
    const [known] = await database.read("SELECT `value` FROM `nodeCounters` WHERE `name` = 'changeLogPosition'");
    if (!known) await database.write("INSERT INTO `nodeCounters` (`name`, `value`) VALUES ('changeLogPosition', 0)");
  });
}
