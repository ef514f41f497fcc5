import type { LoadWords } from "./load-words.ts";
import { raw, sql, type Sql } from "./sql.ts";

/** A column of rows that come as one JSON parameter. */
export interface JsonColumn {
  readonly name: string;
  readonly type: "text" | "number";
}

/** What the databases say in different words. */
export interface Dialect extends ExpressionWords {
  readonly name: "sqlite" | "mariadb";
  /** True where one transaction writes at a time, so that all that one has read holds until its end, and schemas change in it too. */
  readonly oneWriter: boolean;
  /** True where the ordered parts of a UNION ALL are each read along an index; elsewhere each part is cut to the page first. */
  readonly mergesOrders: boolean;
  /** Behind a SELECT: locks the rows that were found until the transaction ends. */
  readonly forUpdate: "" | " FOR UPDATE";
  /** An insert that passes over rows whose key is there already. */
  readonly insertIgnoring: string;
  /** The lesser and the greater of several values. */
  readonly least: string;
  readonly greatest: string;
  /** Raises the counter of a name (`?`) and gives its number as `writeCounted` wants it. */
  readonly raiseCounter: string;
  /**
   * The FROM part, with the alias `j`, that reads rows from one JSON parameter, a list of lists of values: one statement text, and
   * one round trip, for any number of rows.
   */
  jsonRows(columns: readonly JsonColumn[]): string;
  /** The part of an insert that meets rows which are there already: the assignments may name both the old and the new value. */
  onExisting(key: readonly string[], assign: (given: (column: string) => string) => string): string;
  /** Whether a column has one of these values. */
  listed(column: Sql, values: readonly string[]): Sql;
  /** Removes the rows whose column holds one of the numbers in a JSON list (`?`). */
  deleteListed(table: string, column: string): string;
  /** The beginning of a DELETE of a table with the alias `t`. */
  deleteFrom(table: string): string;
  readonly load: LoadWords;
}

/** Words of expressions. The same words mean the same values on all databases. */
export interface ExpressionWords {
  /** How many rows, as LIMIT and OFFSET take it. */
  limit(rows: Sql): Sql;
  /** Whether two values are equal or both null. */
  same(a: Sql, b: Sql): Sql;
  /** The length of a text in code points. */
  length(text: Sql): Sql;
  /** Where a text contains another one, from 1; 0 where it does not. */
  position(text: Sql, part: Sql): Sql;
  /** The part of a text from a position (from 0) on. */
  substring(text: Sql, start: Sql, length: Sql | null): Sql;
  concat(a: Sql, b: Sql): Sql;
  /** A text that stands alone, made to compare like the text of a column. */
  likeColumn(text: Sql, column: Sql): Sql;
  /** `simple`: a column, which may be named several times at no cost. */
  lower(text: Sql, simple: boolean): Sql;
  upper(text: Sql, simple: boolean): Sql;
  trim(text: Sql): Sql;
  /** A number as the one of JavaScript that it is. */
  real(number: Sql): Sql;
  remainder(a: Sql, b: Sql): Sql;
  truncate(number: Sql): Sql;
  /** A number without its fraction; a half goes away from zero. */
  round(number: Sql): Sql;
  /** A text of digits as a number. */
  toInteger(digits: Sql): Sql;
  /** The day of a moment as `YYYY-MM-DD`. */
  day(moment: Sql): Sql;
}

/** A number divided by a whole one, down to the next whole number. */
export function floorDivided(number: Sql, by: number): Sql {
  return sql`floor(${number} / ${raw(`${by}.0e0`)})`;
}
