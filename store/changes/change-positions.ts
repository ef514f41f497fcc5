import type { Database } from "../database.ts";

/** Positions of changes: a change that commits later has a higher one. */
export interface ChangePositions {
  /** The column that holds them. */
  readonly column: "seq" | "position";
  /** Returns the highest position, after all committed changes have got one. One short statement if nothing is new. */
  newest(): Promise<number>;
}

/** Most rows that get their positions in one transaction. */
const givenAtOnceMax = 5_000;

const stateText =
  "SELECT (SELECT MAX(`position`) FROM `changeLog`) AS `last`, " +
  "EXISTS (SELECT 1 FROM `changeLog` WHERE `position` IS NULL) AS `waiting`";

/**
 * Makes the positions of a database. SQLite has one writer, so the order of insertion is the order of commits. Elsewhere readers would skip
 * numbers taken at the insert when commits overtake each other, so committed rows get their positions afterwards.
 */
export function createChangePositions(database: Database): ChangePositions {
  if (database.dialect.oneWriter) {
    return {
      column: "seq",
      async newest() {
        const [row] = await database.read("SELECT MAX(`seq`) AS `last` FROM `changeLog`");
        return Number(row?.["last"] ?? 0);
      },
    };
  }
  return {
    column: "position",
    async newest() {
      for (;;) {
        const [state] = await database.read(stateText);
        if (Number(state?.["waiting"]) === 0) return Number(state?.["last"] ?? 0);
        const { given, newest } = await giveOut(database);
        if (given < givenAtOnceMax) return newest;
      }
    },
  };
}

const givenColumns = [
  { name: "seq", type: "number" },
  { name: "position", type: "number" },
] as const;

/** Assigns positions to committed changes, oldest first. */
async function giveOut(database: Database): Promise<{ given: number; newest: number }> {
  return database.transactions.run(async () => {
    const [head] = await database.read(
      "SELECT `value` FROM `nodeCounters` WHERE `name` = 'changeLogPosition' FOR UPDATE",
    );
    // Reads without a lock, so that rows of open transactions are neither seen nor waited for.
    const waiting = await database.read(
      `SELECT \`seq\` FROM \`changeLog\` WHERE \`position\` IS NULL ORDER BY \`seq\` LIMIT ${givenAtOnceMax}`,
    );
    const last = Number(head?.["value"] ?? 0);
    const newest = last + waiting.length;
    if (waiting.length > 0) {
      const given = waiting.map(({ seq }, index) => [seq, last + index + 1]);
      const rows = database.dialect.jsonRows(givenColumns);
      await database.write(
        `UPDATE \`changeLog\` c JOIN ${rows} ON c.\`seq\` = j.\`seq\` SET c.\`position\` = j.\`position\``,
        [JSON.stringify(given)],
      );
      await database.write("UPDATE `nodeCounters` SET `value` = ? WHERE `name` = 'changeLogPosition'", [newest]);
    }
    return { given: waiting.length, newest };
  });
}
