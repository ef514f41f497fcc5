import type { JsonValue } from "#domain/json.ts";

import type { TableName } from "../tables.ts";

/** Kind of change to a row. */
export type ChangeOperation = "insert" | "update" | "remove";

/**
 * Operation of a row of the log that stands for all new rows of one owner: its data are their values (`valuesText`), its key is the
 * owner's. Readers get a change for each of them, all at the same position.
 */
export const insertedTogether = "inserts";

/** One change of one row, in the order in which readers may apply it. */
export interface Change {
  readonly position: number;
  /** Node where the change was made, and its count there. */
  readonly origin: string;
  readonly seq: number;
  readonly table: TableName;
  readonly key: string;
  readonly operation: ChangeOperation;
  readonly version: number;
  readonly stamp: string;
  /** Changed columns with their values; for a secret, only its name. */
  readonly data: { readonly [column: string]: JsonValue };
}

/** A change before it has a position in the log. */
export type NewChange = Omit<Change, "position" | "seq" | "origin">;

/** A changed row, with the values as the database stores them. */
export interface RowChange {
  readonly table: TableName;
  readonly key: string;
  readonly operation: ChangeOperation;
  /** Former values of the changed columns; empty for a new row. */
  readonly before: Readonly<Record<string, string | number | null>>;
  /** New values of the changed columns; empty for a removed row. */
  readonly after: Readonly<Record<string, string | number | null>>;
}
