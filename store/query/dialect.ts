import { dayMs } from "#domain/query/calendar.ts";
import { blanks } from "#domain/query/code-points.ts";

import { plain, sql, type Sql } from "./sql.ts";

/** What the databases say in different words. The same words mean the same values on all of them. */
export interface Dialect {
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

/** The words of SQLite; `gh_*` are functions that the connection brings along. */
export const sqliteDialect: Dialect = {
  // With a bare question mark here, SQLite plans the whole statement anew each time.
  limit: (rows) => sql`CAST(${rows} AS INTEGER)`,
  same: (a, b) => sql`(${a} IS ${b})`,
  length: (text) => sql`length(${text})`,
  position: (text, part) => sql`instr(${text}, ${part})`,
  substring: (text, start, length) =>
    length === null
      ? sql`substr(${text}, max(trunc(${start}), 0) + 1)`
      : sql`substr(${text}, max(trunc(${start}), 0) + 1, max(trunc(${length}), 0))`,
  concat: (a, b) => sql`(${a} || ${b})`,
  likeColumn: (text) => text,
  lower: (text, simple) => unlessAscii(text, simple, "lower"),
  upper: (text, simple) => unlessAscii(text, simple, "upper"),
  trim: (text) => sql`trim(${text}, '${blanks}')`,
  real: (number) => sql`(${number} * 1.0)`,
  remainder: (a, b) => sql`mod(${a}, ${b})`,
  truncate: (number) => sql`trunc(${number})`,
  round: (number) => sql`gh_round(${number})`,
  toInteger: (digits) => sql`CAST(${digits} AS INTEGER)`,
  day: (moment) => sql`strftime('%Y-%m-%d', floor(${moment} / 1000.0), 'unixepoch')`,
};

// A call out of the database costs more than the whole rest of a comparison, and most texts are plain ASCII.
function unlessAscii(text: Sql, simple: boolean, name: "lower" | "upper"): Sql {
  if (!simple) return sql`gh_${name}(${text})`;
  return sql`CASE WHEN octet_length(${text}) = length(${text}) THEN ${name}(${text}) ELSE gh_${name}(${text}) END`;
}

const blankClass = Array.from(blanks, (blank) => `\\\\x{${blank.charCodeAt(0).toString(16)}}`).join("");

/** The words of MariaDB and MySQL. */
export const mariaDbDialect: Dialect = {
  limit: (rows) => rows,
  same: (a, b) => sql`(${a} <=> ${b})`,
  length: (text) => sql`CHAR_LENGTH(${text})`,
  position: (text, part) => sql`INSTR(${text}, ${part})`,
  substring: (text, start, length) =>
    length === null
      ? sql`SUBSTRING(${text}, GREATEST(TRUNCATE(${start}, 0), 0) + 1)`
      : sql`SUBSTRING(${text}, GREATEST(TRUNCATE(${start}, 0), 0) + 1, GREATEST(TRUNCATE(${length}, 0), 0))`,
  concat: (a, b) => sql`CONCAT(${a}, ${b})`,
  // Alone it would have the collation of the connection, which takes ä for a.
  likeColumn: (text, column) => sql`CONCAT(LEFT(${column}, 0), ${text})`,
  lower: (text) => sql`LOWER(${text})`,
  upper: (text) => sql`UPPER(${text})`,
  trim: (text) => sql`REGEXP_REPLACE(${text}, '^[${blankClass}]+|[${blankClass}]+\\\\z', '')`,
  real: (number) => sql`(${number} * 1e0)`,
  remainder: (a, b) => sql`MOD(${a}, ${b})`,
  truncate: (number) => sql`TRUNCATE(${number}, 0)`,
  // Only exact numbers are rounded away from zero.
  round: (number) => sql`(ROUND(CAST(${number} AS DECIMAL(65, 20))) + 0e0)`,
  toInteger: (digits) => sql`CAST(${digits} AS SIGNED)`,
  day: (moment) =>
    sql`CAST(DATE_FORMAT(DATE '1970-01-01' + INTERVAL ${floorDivided(moment, dayMs)} DAY, '%Y-%m-%d') AS CHAR CHARACTER SET utf8mb4) COLLATE utf8mb4_bin`,
};

/** A number divided by a whole one, down to the next whole number. */
export function floorDivided(number: Sql, by: number): Sql {
  return sql`floor(${number} / ${plain(`${by}.0e0`)})`;
}
