import type { JsonValue } from "#domain/json.ts";

import type { Database } from "./database.ts";
import type { TableName } from "./tables.ts";

/** What happened to a row. */
export type ChangeOperation = "insert" | "update" | "remove";

/** One change of one row, in the order in which readers may apply it. */
export interface Change {
  readonly position: number;
  /** The node where the change was made, and its count there. */
  readonly origin: string;
  readonly seq: number;
  readonly table: TableName;
  readonly key: string;
  readonly operation: ChangeOperation;
  readonly version: number;
  readonly stamp: string;
  /** The changed columns with their values; of a secret only its name. */
  readonly data: { readonly [column: string]: JsonValue };
}

/** The log of all changes of rows that are not local: notices, webhooks and replication read this one log. */
export interface ChangeLog {
  append(change: Omit<Change, "position" | "seq" | "origin">): Promise<void>;
  /** Changes after a position, oldest first; a change that commits later always has a higher position. */
  read(after: number, max: number): Promise<Change[]>;
  /** The position of the newest change. */
  position(): Promise<number>;
  /** The latest stamp this node has given, or undefined in an empty log. */
  latestStamp(): Promise<string | undefined>;
}

const appendText =
  "INSERT INTO `changeLog` (`origin`, `tableName`, `rowKey`, `operation`, `rowVersion`, `stamp`, `data`) VALUES (?, ?, ?, ?, ?, ?, ?)";

/** Makes the change log of a database. */
export function createChangeLog(database: Database, node: string): ChangeLog {
  // SQLite has one writer, so the order of insertion is the order of commits. Elsewhere a number taken at the insert is
  // skipped by readers when commits overtake each other, so positions are given to what has been committed.
  const ordered = database.dialect === "sqlite";
  const positionColumn = ordered ? "seq" : "position";

  async function giveOutPositions(): Promise<void> {
    await database.transactions.run(async () => {
      const [head] = await database.read(
        "SELECT `value` FROM `nodeCounters` WHERE `name` = 'changeLogPosition' FOR UPDATE",
      );
      const waiting = await database.read("SELECT `seq` FROM `changeLog` WHERE `position` IS NULL ORDER BY `seq`");
      let position = Number(head?.["value"] ?? 0);
      for (const row of waiting) {
        position += 1;
        await database.write("UPDATE `changeLog` SET `position` = ? WHERE `seq` = ?", [position, row["seq"] as number]);
      }
      if (waiting.length > 0) {
        await database.write("UPDATE `nodeCounters` SET `value` = ? WHERE `name` = 'changeLogPosition'", [position]);
      }
    });
  }

  return {
    async append(change) {
      const { table, key, operation, version, stamp, data } = change;
      await database.write(appendText, [node, table, key, operation, version, stamp, JSON.stringify(data)]);
    },
    async read(after, max) {
      if (!ordered) await giveOutPositions();
      const rows = await database.read(
        `SELECT * FROM \`changeLog\` WHERE \`${positionColumn}\` > ? ORDER BY \`${positionColumn}\` LIMIT ${Math.trunc(max)}`,
        [after],
      );
      return rows.map((row) => ({
        position: row[positionColumn] as number,
        origin: row["origin"] as string,
        seq: row["seq"] as number,
        table: row["tableName"] as TableName,
        key: row["rowKey"] as string,
        operation: row["operation"] as ChangeOperation,
        version: row["rowVersion"] as number,
        stamp: row["stamp"] as string,
        data: JSON.parse(row["data"] as string) as Change["data"],
      }));
    },
    async position() {
      if (!ordered) await giveOutPositions();
      const [row] = await database.read(`SELECT MAX(\`${positionColumn}\`) AS \`last\` FROM \`changeLog\``);
      return Number(row?.["last"] ?? 0);
    },
    async latestStamp() {
      const [row] = await database.read("SELECT MAX(`stamp`) AS `last` FROM `changeLog` WHERE `origin` = ?", [node]);
      return (row?.["last"] as string | null) ?? undefined;
    },
  };
}
