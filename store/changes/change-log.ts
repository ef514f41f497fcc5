import type { Database } from "../database.ts";
import type { SqlRow } from "../sql/sql.ts";
import type { TableName } from "../tables.ts";
import { createChangePositions } from "./change-positions.ts";
import { type Change, type ChangeOperation, insertedTogether, type NewChange } from "./change.ts";
import { createLogRows } from "./log-rows.ts";
import { valueOwners, valuesOf } from "./value-texts.ts";

/** Changes that a reader of some tables finds after a position. */
export interface FollowedChanges {
  readonly changes: readonly Change[];
  /** Position up to which the reader now knows all changes. */
  readonly position: number;
  /** True if more changes exist than were asked for. */
  readonly more: boolean;
}

/** Log of all changes to rows that are not local; notices, webhooks and replication read this one log. */
export interface ChangeLog {
  append(change: NewChange): Promise<void>;
  /** Writes the changes that the current transaction has appended so far, before rows that others write into the log. */
  flush(): Promise<void>;
  /**
   * Calls a listener with each change of this process, after its commit and before the caller learns of it; returns the function that
   * removes the listener.
   */
  onCommit(listener: (change: NewChange) => void): () => void;
  /**
   * Returns the changes after a position, oldest first; a change that commits later always has a higher position. Reads at most `max` rows
   * of the log, some of which stand for several changes.
   */
  read(after: number, max: number): Promise<Change[]>;
  /** Returns the changes of some tables after a position, oldest first; one short statement if nothing is new. */
  follow(after: number, tables: readonly TableName[], max: number): Promise<FollowedChanges>;
  /** Returns the position of the newest change. */
  position(): Promise<number>;
  /** Returns the latest stamp of all origins; undefined in an empty log. */
  latestStamp(): Promise<string | undefined>;
}

const ownerColumns = new Map<string, string>(Object.entries(valueOwners));

/** The statement that reads the latest stamp of all origins. */
export const latestStampText = "SELECT MAX(`stamp`) AS `last` FROM `changeLog`";

/** Makes the change log of a database. */
export function createChangeLog(database: Database, node: string): ChangeLog {
  const positions = createChangePositions(database);
  const rows = createLogRows(database, node);
  const { column } = positions;
  const listeners = new Set<(change: NewChange) => void>();

  const changesOf = (row: SqlRow): Change[] => {
    if (row["operation"] !== insertedTogether) return [changeOf(row, row["data"] as string)];
    const owner = ownerColumns.get(row["tableName"] as string) ?? "";
    const ownerKey = row["rowKey"] as string;
    return valuesOf(row["data"] as string, ownerKey).map(({ key, ...values }) => ({
      ...changeOf(row),
      key,
      operation: "insert",
      data: { key, [owner]: ownerKey, ...values },
    }));
  };
  const changeOf = (row: SqlRow, data = "{}"): Change => ({
    position: row[column] as number,
    origin: row["origin"] as string,
    seq: row["seq"] as number,
    table: row["tableName"] as TableName,
    key: row["rowKey"] as string,
    operation: row["operation"] as ChangeOperation,
    version: row["rowVersion"] as number,
    stamp: row["stamp"] as string,
    data: JSON.parse(data) as Change["data"],
  });

  return {
    async append(change) {
      await rows.add(change);
      if (listeners.size > 0) {
        database.transactions.afterCommit(() => {
          for (const listener of listeners) listener(change);
        });
      }
    },
    flush: () => rows.flush(),
    onCommit(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async read(after, max) {
      await positions.newest();
      const found = await database.read(
        `SELECT * FROM \`changeLog\` WHERE \`${column}\` > ? ORDER BY \`${column}\` LIMIT ${Math.trunc(max)}`,
        [after],
      );
      return found.flatMap(changesOf);
    },
    async follow(after, tables, max) {
      const newest = await positions.newest();
      if (newest <= after || tables.length === 0) return { changes: [], position: newest, more: false };
      // COALESCE keeps the databases from scanning the whole history of these tables instead of the newest changes.
      const found = await database.read(
        `SELECT * FROM \`changeLog\` WHERE \`${column}\` > ? AND \`${column}\` <= ? ` +
          `AND COALESCE(\`tableName\`, '') IN (${tables.map(() => "?").join(", ")}) ORDER BY \`${column}\` LIMIT ${Math.trunc(max)}`,
        [after, newest, ...tables],
      );
      const changes = found.flatMap(changesOf);
      const more = found.length === max;
      return { changes, more, position: more ? (found.at(-1)?.[column] as number) : newest };
    },
    position: () => positions.newest(),
    async latestStamp() {
      const [row] = await database.read(latestStampText);
      return (row?.["last"] as string | null) ?? undefined;
    },
  };
}
