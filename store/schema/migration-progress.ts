import type { QueryInterface } from "sequelize";

import type { Database } from "../database.ts";
import { SchemaStatements } from "./schema-statements.ts";

/**
 * Error numbers of a database server for a statement that was carried out already: a table, column, index, view or trigger exists already,
 * or no longer exists.
 */
const alreadyDone = new Set([1050, 1051, 1054, 1060, 1061, 1091, 1146, 1304, 1359, 4092]);

/**
 * Runs a migration on a server that commits each change of the schema at once, so that an interrupted migration resumes where it was. The
 * number of each statement is recorded after it. A repeat skips the recorded statements; the one after them may have been carried out
 * without its record. A statement that changes rows is recorded in its own transaction.
 */
export async function resumable(
  database: Database,
  name: string,
  up: (schema: QueryInterface) => Promise<void>,
): Promise<void> {
  const { done, isRepeat } = await progressOf(database, name);
  let number = 0;
  // Statements of a migration come one by one.
  const { schema } = new SchemaStatements(database, async (carryOut) => {
    const current = (number += 1);
    if (current <= done) return;
    const mayBeDone = isRepeat && current === done + 1;
    await database.transactions.run(async () => {
      await carryOut().catch((error: unknown) => {
        if (!mayBeDone || !isAlreadyDone(error)) throw error;
      });
      await record(database, name, current);
    });
  });
  await up(schema);
}

/** Changes a schema that is changed in one transaction, whole or not at all, and records it: a repeat of the migration passes it over. */
export async function once(database: Database, name: string, change: () => Promise<void>): Promise<void> {
  await ensureTable(database);
  await database.transactions.run(async () => {
    const [row] = await database.read("SELECT `done` FROM `migrationProgress` WHERE `name` = ?", [name]);
    if (row !== undefined) return;
    await change();
    await database.write("INSERT INTO `migrationProgress` (`name`, `done`) VALUES (?, 1)", [name]);
  });
}

async function ensureTable(database: Database): Promise<void> {
  await database.transactions.run(() =>
    database.write(
      "CREATE TABLE IF NOT EXISTS `migrationProgress` (`name` VARCHAR(190) NOT NULL PRIMARY KEY, `done` INTEGER NOT NULL)",
    ),
  );
}

interface Progress {
  readonly done: number;
  /** True if the migration has been started before. */
  readonly isRepeat: boolean;
}

async function progressOf(database: Database, name: string): Promise<Progress> {
  await ensureTable(database);
  return database.transactions.run(async () => {
    const [row] = await database.read("SELECT `done` FROM `migrationProgress` WHERE `name` = ?", [name]);
    if (row) return { done: Number(row["done"]), isRepeat: true };
    await database.write("INSERT INTO `migrationProgress` (`name`, `done`) VALUES (?, 0)", [name]);
    return { done: 0, isRepeat: false };
  });
}

async function record(database: Database, name: string, done: number): Promise<void> {
  await database.write("UPDATE `migrationProgress` SET `done` = ? WHERE `name` = ?", [done, name]);
}

function isAlreadyDone(error: unknown): boolean {
  return alreadyDone.has((error as { errno?: number }).errno ?? 0);
}
