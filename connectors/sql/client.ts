import type { SqlOptions } from "./address.ts";

/** A value that is bound to a `?` of a statement. */
export type SqlValue = string | number;

/** A row; the statements select only texts, numbers and booleans. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** A part of a statement with the values of its `?`. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** A message that a server sent beside an answer. */
export interface Notice {
  readonly words: string;
  /** Mark of the server for the subject: the number of a warning, the routine of its source. */
  readonly mark?: string;
}

/** One connection to a database server. */
export interface SqlClient {
  /** Notices received since they were last taken from this list. */
  readonly notices: Notice[];
  /**
   * Runs one statement; values replace the `?` in it. Throws only ConnectorErrors, with the server's own words and number, and
   * without the statement, which may hold a password.
   */
  query(text: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
  /** Returns true if another statement may be sent. */
  usable(): boolean;
  /** Closes the connection, even a broken one; never throws. */
  close(): Promise<void>;
}

/** A login and the server to log in to. */
export interface ClientLogin {
  readonly options: SqlOptions;
  readonly user: string;
  readonly password: string;
  readonly signal: AbortSignal;
}

/** Milliseconds until a connection attempt times out. */
export const connectTimeoutMs = 10_000;

/** Milliseconds until a connection that does not close in order is cut. */
export const closeTimeoutMs = 1_000;

/** Returns a column of a row as text; empty if absent or null. */
export function textOf(row: Row | undefined, column: string): string {
  const value = row?.[column];
  return value === undefined || value === null ? "" : String(value);
}
