import { dayMs } from "#domain/query/calendar.ts";
import { blanks } from "#domain/query/code-points.ts";

import { floorDivided, type Dialect } from "./dialect.ts";
import { mariadbLoadWords } from "./load-words.ts";
import { marks, raw, sql } from "./sql.ts";

const blankClass = Array.from(blanks, (blank) => `\\\\x{${blank.charCodeAt(0).toString(16)}}`).join("");
const outerBlanks = raw(`'^[${blankClass}]+|[${blankClass}]+\\\\z'`);

const jsonTypes = { text: "LONGTEXT", number: "BIGINT" } as const;

/** SQL of MariaDB and MySQL. */
export const mariadb: Dialect = {
  name: "mariadb",
  oneWriter: false,
  mergesOrders: false,
  forUpdate: " FOR UPDATE",
  insertIgnoring: "INSERT IGNORE",
  least: "LEAST",
  greatest: "GREATEST",
  raiseCounter:
    "INSERT INTO `nodeCounters` (`name`, `value`) VALUES (?, LAST_INSERT_ID(1)) " +
    "ON DUPLICATE KEY UPDATE `value` = LAST_INSERT_ID(`value` + 1)",
  jsonRows(columns) {
    const values = columns.map(({ name, type }, index) => `\`${name}\` ${jsonTypes[type]} PATH '$[${index}]'`);
    return `JSON_TABLE(?, '$[*]' COLUMNS (${values.join(", ")})) j`;
  },
  onExisting: (_key, assign) => `ON DUPLICATE KEY UPDATE ${assign((column) => `VALUES(\`${column}\`)`)}`,
  listed: (column, values) => sql`${column} IN (${marks(values)})`,
  deleteListed: (table, column) =>
    `DELETE t FROM \`${table}\` t JOIN JSON_TABLE(?, '$[*]' COLUMNS (\`listed\` BIGINT PATH '$')) j ON t.\`${column}\` = j.\`listed\``,
  deleteFrom: (table) => `DELETE t FROM \`${table}\` t`,
  load: mariadbLoadWords,
  limit: (rows) => rows,
  same: (a, b) => sql`(${a} <=> ${b})`,
  length: (text) => sql`CHAR_LENGTH(${text})`,
  position: (text, part) => sql`INSTR(${text}, ${part})`,
  substring: (text, start, length) =>
    length === null
      ? sql`SUBSTRING(${text}, GREATEST(TRUNCATE(${start}, 0), 0) + 1)`
      : sql`SUBSTRING(${text}, GREATEST(TRUNCATE(${start}, 0), 0) + 1, GREATEST(TRUNCATE(${length}, 0), 0))`,
  concat: (a, b) => sql`CONCAT(${a}, ${b})`,
  // A text alone would have the collation of the connection, which takes ä for a.
  likeColumn: (text, column) => sql`CONCAT(LEFT(${column}, 0), ${text})`,
  lower: (text) => sql`LOWER(${text})`,
  upper: (text) => sql`UPPER(${text})`,
  trim: (text) => sql`REGEXP_REPLACE(${text}, ${outerBlanks}, '')`,
  real: (number) => sql`(${number} * 1e0)`,
  remainder: (a, b) => sql`MOD(${a}, ${b})`,
  truncate: (number) => sql`TRUNCATE(${number}, 0)`,
  // The server rounds only exact numbers away from zero.
  round: (number) => sql`(ROUND(CAST(${number} AS DECIMAL(65, 20))) + 0e0)`,
  toInteger: (digits) => sql`CAST(${digits} AS SIGNED)`,
  day: (moment) =>
    sql`CAST(DATE_FORMAT(DATE '1970-01-01' + INTERVAL ${floorDivided(moment, dayMs)} DAY, '%Y-%m-%d') AS CHAR CHARACTER SET utf8mb4) COLLATE utf8mb4_bin`,
};
