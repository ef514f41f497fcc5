import type { QueryInterface } from "sequelize";

/** One change of the schema; once released it is never edited. */
export interface Migration {
  readonly name: string;
  up(schema: QueryInterface, tableOptions: TableOptions): Promise<void>;
  /**
   * Fills what `up` has added, page by page, each in a transaction of its own; returns the number of rows of a page, 0 at the end. A page
   * chooses its rows by what is not filled, so that a killed process goes on where it was. Programs of the version before write meanwhile.
   */
  fill?(database: FilledDatabase): Promise<number>;
  /**
   * Version of the schema from which on programs do without what this migration takes away; absent if it only adds. Older programs are
   * fenced off before it runs.
   */
  readonly needs?: number;
}

/** Options with which a migration must create tables, so that text compares by its characters alone on every database. */
export type TableOptions = Readonly<{ charset?: string; collate?: string }>;

/** Value of a statement's parameter or of a column. */
type Value = string | number | null;

/** Statements by which a migration fills rows. */
export interface FilledDatabase {
  read(sql: string, values?: readonly Value[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  write(sql: string, values?: readonly Value[]): Promise<number>;
}
