import type { LoadWords } from "./load-words.ts";
import { raw, sql, type Sql } from "./sql.ts";

/** A column of rows that are passed as one JSON parameter. */
export interface JsonColumn {
  readonly name: string;
  readonly type: "text" | "number";
}

/** SQL that differs between the databases. */
export interface Dialect extends ExpressionWords {
  readonly name: "sqlite" | "mariadb";
  /** True if one transaction writes at a time, so that everything it has read holds until its end, and schema changes are part of it. */
  readonly oneWriter: boolean;
  /** True if the ordered parts of a UNION ALL are each read along an index; otherwise each part is cut to the page first. */
  readonly mergesOrders: boolean;
  /** Statement after which a connection keeps many more pages, for a load of a whole database; absent where a server keeps them. */
  readonly manyPages?: string;
  /** Suffix of a SELECT that locks the rows that it finds until the transaction ends. */
  readonly forUpdate: "" | " FOR UPDATE";
  /** Beginning of an insert that skips rows whose key exists already. */
  readonly insertIgnoring: string;
  /** Functions for the least and the greatest of several values. */
  readonly least: string;
  readonly greatest: string;
  /** Statement that raises the counter of a name (`?`) and returns its number as `writeCounted` expects it. */
  readonly raiseCounter: string;
  /**
   * Returns the FROM part, with the alias `j`, that reads rows from one JSON parameter, a list of lists of values: one statement text, and
   * one round trip, for any number of rows.
   */
  jsonRows(columns: readonly JsonColumn[]): string;
  /** Returns the part of an insert for rows that exist already; the assignments may name both the old and the new value. */
  onExisting(key: readonly string[], assign: (given: (column: string) => string) => string): string;
  /** Returns the condition that a column has one of these values. */
  listed(column: Sql, values: readonly string[]): Sql;
  /** Returns the statement that removes the rows whose column holds one of the numbers in a JSON list (`?`). */
  deleteListed(table: string, column: string): string;
  /** Returns the beginning of a DELETE from a table with the alias `t`. */
  deleteFrom(table: string): string;
  readonly load: LoadWords;
}

/** SQL of expressions; the same expression has the same value on all databases. */
export interface ExpressionWords {
  /** Returns a number of rows as LIMIT and OFFSET accept it. */
  limit(rows: Sql): Sql;
  /** Returns the condition that two values are equal or both null. */
  same(a: Sql, b: Sql): Sql;
  /** Returns the length of a text in code points. */
  length(text: Sql): Sql;
  /** Returns the position of a part in a text, from 1; 0 if the text does not contain it. */
  position(text: Sql, part: Sql): Sql;
  /** Returns the part of a text from a position (from 0) on, up to a length if one is given. */
  substring(text: Sql, start: Sql, length: Sql | null): Sql;
  concat(a: Sql, b: Sql): Sql;
  /** Returns a text that stands alone so that it compares like the text of a column. */
  likeColumn(text: Sql, column: Sql): Sql;
  /** Returns a text in lower case; `simple` = a column, which may be named several times at no cost. */
  lower(text: Sql, simple: boolean): Sql;
  upper(text: Sql, simple: boolean): Sql;
  trim(text: Sql): Sql;
  /** Converts a number to the floating-point number that JavaScript has for it. */
  real(number: Sql): Sql;
  remainder(a: Sql, b: Sql): Sql;
  truncate(number: Sql): Sql;
  /** Rounds a number to a whole one; a half goes away from zero. */
  round(number: Sql): Sql;
  /** Converts a text of digits to a number. */
  toInteger(digits: Sql): Sql;
  /** Returns the day of a moment as `YYYY-MM-DD`. */
  day(moment: Sql): Sql;
}

/** Divides a number by a whole one, rounded down to the next whole number. */
export function floorDivided(number: Sql, by: number): Sql {
  return sql`floor(${number} / ${raw(`${by}.0e0`)})`;
}
