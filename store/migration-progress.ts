import type { Database } from "./database.ts";

/** Something that runs statements of a migration, as Sequelize does. */
interface Statements {
  query(...statement: readonly unknown[]): Promise<unknown>;
}

/**
 * What a database server says where a statement has been carried out already: a table, column, index, view or trigger that is there,
 * or is not there any more.
 */
const alreadyDone = new Set([1050, 1051, 1054, 1060, 1061, 1091, 1304, 1359, 4092]);

/**
 * Runs a migration on a server that commits each change of the schema at once, so that one which was cut off goes on where it was:
 * behind each statement its number is recorded, a repeat leaves out those that are recorded, and the one behind them may have been
 * carried out without its record. What changes rows is recorded in its own transaction.
 */
export async function resumable(database: Database, name: string, up: () => Promise<void>): Promise<void> {
  const { done, isRepeat } = await progressOf(database, name);
  const statements = database.sequelize as unknown as Statements;
  const query = statements.query.bind(statements);
  let number = 0;
  let recording = false;

  async function carryOut(current: number, statement: readonly unknown[]): Promise<unknown> {
    recording = true;
    try {
      return await database.transactions.run(async () => {
        const result = await query(...statement).catch((error: unknown) => {
          if (isRepeat && current === done + 1 && isAlreadyDone(error)) return [];
          throw error;
        });
        await record(database, name, current);
        return result;
      });
    } finally {
      recording = false;
    }
  }

  // Statements of a migration come one by one; what comes meanwhile are those of the transaction itself.
  statements.query = (...statement) => {
    if (recording) return query(...statement);
    number += 1;
    return number <= done ? Promise.resolve([]) : carryOut(number, statement);
  };
  try {
    await up();
  } finally {
    statements.query = query;
  }
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
  /** The migration has been begun before. */
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
  const { original, errno } = error as { original?: { errno?: number }; errno?: number };
  return alreadyDone.has(original?.errno ?? errno ?? 0);
}
