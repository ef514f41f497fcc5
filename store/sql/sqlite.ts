import { blanks } from "#domain/query/code-points.ts";

import type { Dialect } from "./dialect.ts";
import { sqliteLoadWords } from "./load-words.ts";
import { raw, sql, type Sql } from "./sql.ts";

/** SQL of SQLite; `gh_*` are functions that the connection provides. */
export const sqlite: Dialect = {
  name: "sqlite",
  oneWriter: true,
  mergesOrders: true,
  manyPages: "PRAGMA cache_size = -200000",
  forUpdate: "",
  insertIgnoring: "INSERT OR IGNORE",
  least: "MIN",
  greatest: "MAX",
  raiseCounter:
    "INSERT INTO `nodeCounters` (`name`, `value`) VALUES (?, 1) " +
    "ON CONFLICT (`name`) DO UPDATE SET `value` = `value` + 1 RETURNING `value`",
  jsonRows(columns) {
    const values = columns.map(({ name: column }, index) => `json_extract(value, '$[${index}]') AS \`${column}\``);
    return `(SELECT ${values.join(", ")} FROM json_each(?)) j`;
  },
  onExisting(key, assign) {
    const names = key.map((column) => `\`${column}\``).join(", ");
    return `ON CONFLICT (${names}) DO UPDATE SET ${assign((column) => `excluded.\`${column}\``)}`;
  },
  listed: (column, values) => sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`,
  deleteListed: (table, column) => `DELETE FROM \`${table}\` WHERE \`${column}\` IN (SELECT value FROM json_each(?))`,
  deleteFrom: (table) => `DELETE FROM \`${table}\` AS t`,
  load: sqliteLoadWords,
  // With a bare question mark here, SQLite plans the whole statement again each time.
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
  trim: (text) => sql`trim(${text}, ${raw(`'${blanks}'`)})`,
  real: (number) => sql`(${number} * 1.0)`,
  remainder: (a, b) => sql`mod(${a}, ${b})`,
  truncate: (number) => sql`trunc(${number})`,
  round: (number) => sql`gh_round(${number})`,
  toInteger: (digits) => sql`CAST(${digits} AS INTEGER)`,
  day: (moment) => sql`strftime('%Y-%m-%d', floor(${moment} / 1000.0), 'unixepoch')`,
};

// A call out of the database costs more than the rest of a comparison, and most texts are plain ASCII.
function unlessAscii(text: Sql, simple: boolean, name: "lower" | "upper"): Sql {
  const [ours, theirs] = [raw(`gh_${name}`), raw(name)];
  if (!simple) return sql`${ours}(${text})`;
  return sql`CASE WHEN octet_length(${text}) = length(${text}) THEN ${theirs}(${text}) ELSE ${ours}(${text}) END`;
}
