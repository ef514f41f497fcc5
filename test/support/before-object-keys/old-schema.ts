import { openDatabase } from "#store/database.ts";
import { migrate } from "#store/schema/migrate.ts";
import { SchemaStatements } from "#store/schema/schema-statements.ts";

const firstMigration = "0030-object-keys";
const firstStatement = "ALTER TABLE `stagedObjects` ADD COLUMN `rowKey`";

/** Thrown when the schema is as it was. */
class EarlierSchemaReached extends Error {
  override readonly name = "EarlierSchemaReached";
}

/** Brings an empty database to the schema that it had before keys were made of objects, by the migrations of that time alone. */
export async function migrateBeforeObjectKeys(databaseUrl: string): Promise<void> {
  const stop = watchStatements(async (statement, carryOut) => {
    if (statement.startsWith(firstStatement)) throw new EarlierSchemaReached();
    await carryOut();
  });
  try {
    await migrate({ databaseUrl });
  } catch (error) {
    if (!(error instanceof Error && error.cause instanceof EarlierSchemaReached)) throw error;
  } finally {
    stop();
  }
  const database = openDatabase({ databaseUrl });
  try {
    await database.transactions.run(async () => {
      // The migration has begun, and a database server has recorded that.
      if (!database.dialect.oneWriter)
        await database.write("DELETE FROM `migrationProgress` WHERE `name` = ?", [firstMigration]);
      await database.write("INSERT INTO `nodeCounters` (`name`, `value`) VALUES ('changeLogPosition', 0)");
    });
  } finally {
    await database.close();
  }
}

/** Skips the matching statements of the next migrations, as a migration that forgot them would; returns a function that ends this. */
export function forgetStatements(isForgotten: (statement: string) => boolean): () => void {
  return watchStatements((statement, carryOut) => (isForgotten(statement) ? Promise.resolve() : carryOut()));
}

/**
 * Makes the statement of that number the last one, as a power cut does: carried out already, or not yet; returns a function that ends this.
 */
export function cutStatements(number: number, carriedOut: boolean): () => void {
  let count = 0;
  return watchStatements(async (_, carryOut) => {
    count += 1;
    if (count < number || (count === number && carriedOut)) await carryOut();
    if (count >= number) throw new Error("the power was cut");
  });
}

type Watch = (statement: string, carryOut: () => Promise<void>) => Promise<void>;

function watchStatements(watch: Watch): () => void {
  const { prototype } = SchemaStatements;
  const { carryOut } = prototype;
  prototype.carryOut = function (this: SchemaStatements, statement) {
    return watch(statement, () => carryOut.call(this, statement));
  };
  return () => void (prototype.carryOut = carryOut);
}
