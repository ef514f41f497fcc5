import type { SqlOptions } from "./address.ts";

/** A value that is bound to a `?` of a statement. */
export type SqlValue = string | number;

/** A row; the statements ask for nothing but texts, numbers and truths. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** A part of a statement with the values of its `?`. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Words that a server has said beside an answer. */
export interface Notice {
  readonly words: string;
  /** The server's own mark of what it is about: the number of a warning, the routine of its source. */
  readonly mark?: string;
}

/** One connection to a database server. */
export interface SqlClient {
  /** What was said beside the answers since somebody last took it from here. */
  readonly notices: Notice[];
  /**
   * Runs one statement; with values, each `?` in it stands for one. Throws ConnectorErrors only, with the server's own words and
   * number, and without the statement, which may hold a password.
   */
  query(text: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
  /** Whether another statement may be sent. */
  usable(): boolean;
  /** Ends the connection, also a broken one; never throws. */
  close(): Promise<void>;
}

/** Who logs in where. */
export interface ClientLogin {
  readonly options: SqlOptions;
  readonly user: string;
  readonly password: string;
  readonly signal: AbortSignal;
}

/** How long a server may take to accept a connection. */
export const connectTimeoutMs = 10_000;

/** How long a connection may take to end politely before it is cut. */
export const closeTimeoutMs = 1_000;

/** A column of a row as text; an absent one is empty. */
export function textOf(row: Row | undefined, column: string): string {
  const value = row?.[column];
  return value === undefined || value === null ? "" : String(value);
}
