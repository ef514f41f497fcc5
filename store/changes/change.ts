import type { JsonValue } from "#domain/json.ts";

import type { TableName } from "../tables.ts";

/** Kind of change to a row. */
export type ChangeOperation = "insert" | "update" | "remove";

/**
 * Operation of a row of the log that stands for all new rows of one owner: its data are their values (`valuesText`), its key is the
 * owner's. Readers get a change for each of them, all at the same position.
 */
export const insertedTogether = "inserts";

/** Operation of a row of the log that stands for a row as it was when other nodes first asked for changes; it is no change here. */
export const wholeRow = "whole";

/** Incarnation of the rows that a load has logged, until they get their numbers in the lane of loads. */
export const loadMark = 1;

/** Effect of a change that changed no value here: no listener and no reader of the log learns of it. */
export const nothing: Change["data"] = {};

/** Text of the effect `nothing` in the log. */
export const noEffect = JSON.stringify(nothing);

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
export interface NewChange extends Omit<Change, "position" | "seq" | "origin"> {
  /** Stamps that it replaces, or those of a new row if it has others than its own, as `row-stamps.ts` writes them. */
  readonly stamps?: string | undefined;
  /** Values that other nodes get, if the change has another effect here than `data`. */
  readonly sent?: Change["data"];
  /** Place among the changes of another node, if it was made there. */
  readonly from?: ForeignPlace;
}

/** Origin of a change as the log keeps it; the changes of this node get their numbers later. */
export interface LoggedPlace {
  readonly node: string;
  readonly incarnation?: number;
  readonly seq?: number;
  /** Version of the schema there. */
  readonly schema: number;
}

/** Place of a change that another node has made. */
export type ForeignPlace = Required<LoggedPlace>;

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
