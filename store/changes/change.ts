import type { JsonValue } from "#domain/json.ts";

import type { TableName } from "../tables.ts";

/** What happened to a row. */
export type ChangeOperation = "insert" | "update" | "remove";

/**
 * What a row of the log says that tells of all the new rows of one owner: its data are their values (`valuesText`), its key is
 * the owner's. Readers get a change for each of them, all at the same position.
 */
export const insertedTogether = "inserts";

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

/** A change as it is written, before it has a place in the log. */
export type NewChange = Omit<Change, "position" | "seq" | "origin">;

/** One changed row, in the form in which the database keeps its values. */
export interface RowChange {
  readonly table: TableName;
  readonly key: string;
  readonly operation: ChangeOperation;
  /** The changed columns as they were; of a new row nothing. */
  readonly before: Readonly<Record<string, string | number | null>>;
  /** The changed columns as they are; of a removed row nothing. */
  readonly after: Readonly<Record<string, string | number | null>>;
}
