import type { Database } from "../database.ts";
import type { SqlRow } from "../sql/sql.ts";
import type { TableName } from "../tables.ts";
import { type ChangePositions, createChangePositions } from "./change-positions.ts";
import {
  type Change,
  type ChangeOperation,
  insertedTogether,
  type NewChange,
  noEffect,
  nothing,
  wholeRow,
} from "./change.ts";
import { createLogRows, type LogRows } from "./log-rows.ts";
import { valueOwners, valuesOf } from "./value-texts.ts";

/** Changes that a reader of some tables finds after a position. */
export interface FollowedChanges {
  readonly changes: readonly Change[];
  /** Position up to which the reader now knows all changes. */
  readonly position: number;
  /** True if more changes exist than were asked for. */
  readonly more: boolean;
}

const ownerColumns = new Map<string, string>(Object.entries(valueOwners));

/** The statement that reads the latest stamp of all origins. */
export const latestStampText = "SELECT MAX(`stamp`) AS `last` FROM `changeLog`";

/** Log of all changes to rows that are not local; notices, webhooks and replication read this one log. */
export class ChangeLog {
  readonly #database: Database;
  readonly #positions: ChangePositions;
  readonly #rows: LogRows;
  readonly #listeners = new Set<(change: NewChange) => void>();

  constructor(database: Database, node: string) {
    this.#database = database;
    this.#positions = createChangePositions(database);
    this.#rows = createLogRows(database, node);
  }

  async append(change: NewChange): Promise<void> {
    await this.#rows.add(change);
    if (this.#listeners.size === 0 || change.data === nothing) return;
    this.#database.transactions.afterCommit(() => {
      for (const listener of this.#listeners) listener(change);
    });
  }

  /** Writes the changes that the current transaction has appended so far, before rows that others write into the log. */
  flush(): Promise<void> {
    return this.#rows.flush();
  }

  /**
   * Calls a listener with each change of this process, after its commit and before the caller learns of it; returns the function that
   * removes the listener.
   */
  onCommit(listener: (change: NewChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Returns the changes after a position, oldest first; a change that commits later always has a higher position. Reads at most `max` rows
   * of the log, some of which stand for several changes.
   */
  async read(after: number, max: number): Promise<Change[]> {
    const { column } = this.#positions;
    await this.#positions.newest();
    const found = await this.#database.read(
      `SELECT * FROM \`changeLog\` WHERE \`${column}\` > ? ORDER BY \`${column}\` LIMIT ${Math.trunc(max)}`,
      [after],
    );
    return found.flatMap((row) => changesOf(row, column));
  }

  /** Returns the changes of some tables after a position, oldest first; one short statement if nothing is new. */
  async follow(after: number, tables: readonly TableName[], max: number): Promise<FollowedChanges> {
    const { column } = this.#positions;
    const newest = await this.#positions.newest();
    if (newest <= after || tables.length === 0) return { changes: [], position: newest, more: false };
    // COALESCE keeps the databases from scanning the whole history of these tables instead of the newest changes.
    const found = await this.#database.read(
      `SELECT * FROM \`changeLog\` WHERE \`${column}\` > ? AND \`${column}\` <= ? ` +
        `AND COALESCE(\`tableName\`, '') IN (${tables.map(() => "?").join(", ")}) ORDER BY \`${column}\` LIMIT ${Math.trunc(max)}`,
      [after, newest, ...tables],
    );
    const changes = found.flatMap((row) => changesOf(row, column));
    const more = found.length === max;
    return { changes, more, position: more ? (found.at(-1)?.[column] as number) : newest };
  }

  /** Returns the position of the newest change. */
  position(): Promise<number> {
    return this.#positions.newest();
  }

  /** Returns the latest stamp of all origins; undefined in an empty log. */
  async latestStamp(): Promise<string | undefined> {
    const [row] = await this.#database.read(latestStampText);
    return (row?.["last"] as string | null) ?? undefined;
  }
}

type PositionColumn = ChangePositions["column"];

function changesOf(row: SqlRow, column: PositionColumn): Change[] {
  if (row["operation"] === wholeRow || row["effect"] === noEffect) return [];
  if (row["operation"] !== insertedTogether) return [changeOf(row, column, (row["effect"] ?? row["data"]) as string)];
  const owner = ownerColumns.get(row["tableName"] as string) ?? "";
  const ownerKey = row["rowKey"] as string;
  return valuesOf(row["data"] as string, ownerKey).map(({ key, ...values }) => ({
    ...changeOf(row, column),
    key,
    operation: "insert",
    data: { key, [owner]: ownerKey, ...values },
  }));
}

function changeOf(row: SqlRow, column: PositionColumn, data = "{}"): Change {
  return {
    position: row[column] as number,
    origin: row["origin"] as string,
    seq: row["seq"] as number,
    table: row["tableName"] as TableName,
    key: row["rowKey"] as string,
    operation: row["operation"] as ChangeOperation,
    version: row["rowVersion"] as number,
    stamp: row["stamp"] as string,
    data: JSON.parse(data) as Change["data"],
  };
}
