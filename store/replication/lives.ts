import { lifeOfNew } from "#domain/replication/purge.ts";
import type { Resource } from "#domain/resources/format/resource.ts";
import { tableClasses } from "#domain/resources/format/table-classes.ts";
import { resources } from "#domain/resources/resources.ts";

import { lifeMember } from "../changes/row-stamps.ts";
import type { Database } from "../database.ts";
import { primaryKeyOf } from "../rows.ts";
import { boundValues, name, sql } from "../sql/sql.ts";
import { type TableName, tables } from "../tables.ts";

/** Tables whose rows go to other nodes. */
export const leavingTables: ReadonlySet<string> = new Set(
  Object.entries(tables).flatMap(([table, { class: of }]) => (tableClasses[of].leavesNode ? [table] : [])),
);

/** Tables without such an index whose keys are derived all the same: of people in sources of profiles, and of values in lists. */
const derivedOtherwise = ["users", "userAttributes", "accountAttributes", "groupAttributes"];

/** Tables with keys that are made from values, so that a new row may have the key of a removed one. */
const reusing: ReadonlySet<string> = new Set([
  ...Object.values<Resource>(resources).flatMap(({ table, indexes }) =>
    indexes.some(({ merging }) => merging === "derivedKey") ? [table] : [],
  ),
  ...derivedOtherwise,
]);

/** Returns true if a new row of a table may have the key of a removed one although nobody looked for it. */
export const reusesKeys = (table: TableName): boolean => reusing.has(table);

const none: ReadonlyMap<string, string> = new Map();
const readAtOnceMax = 500;

/**
 * Returns the lives of new rows by their keys, as far as they follow a removal: its stamp, or that of the latest removal of the table that
 * was forgotten, so that no node which has not forgotten takes the row for an earlier one.
 */
export async function livesOf(
  { dialect, read }: Pick<Database, "dialect" | "read">,
  table: TableName,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0 || !leavingTables.has(table)) return none;
  const lives = new Map<string, string>();
  for (let from = 0; from < keys.length; from += readAtOnceMax) {
    const wanted = dialect.listed(name("rowKey"), keys.slice(from, from + readAtOnceMax));
    const text = sql`SELECT ${name("rowKey")}, ${name("removed")} FROM ${name("replicationRemovals")} WHERE ${name("tableName")} = ${table} AND ${wanted}`;
    for (const row of await read(text.text, boundValues(text, [])))
      lives.set(String(row["rowKey"]), String(row["removed"]));
  }
  // Read behind the removals: what is forgotten in between is found here.
  const forgotten = await forgottenOf({ read }, table);
  if (forgotten !== undefined)
    for (const key of keys) lives.set(key, lifeOfNew({ removed: lives.get(key) ?? "" }, forgotten));
  return lives;
}

/** Returns the stamp of the latest removal of a table that was forgotten; undefined if none was. */
async function forgottenOf({ read }: Pick<Database, "read">, table: TableName): Promise<string | undefined> {
  const [row] = await read("SELECT `removed` FROM `replicationForgotten` WHERE `tableName` = ?", [table]);
  return row && String(row["removed"]);
}

const stampsFrom = (table: TableName, stamp: string, removed: string, from: string) =>
  `(SELECT JSON_OBJECT('${primaryKeyOf(table)}', '${stamp}', '${lifeMember}', ${removed}) FROM ${from})`;
const forgottenFrom = (table: TableName) => `\`replicationForgotten\` f WHERE f.\`tableName\` = '${table}'`;

/**
 * Returns the expression of the stamps of a new row that follows a removal, or else the latest one that was forgotten; it is NULL if it
 * follows none.
 */
export function laterLife(table: TableName, key: string, stamp: string): string {
  const latest = `(SELECT MAX(f.\`removed\`) FROM ${forgottenFrom(table)} AND f.\`removed\` > d.\`removed\`)`;
  const removal = `\`replicationRemovals\` d WHERE d.\`tableName\` = '${table}' AND d.\`rowKey\` = ${key}`;
  const known = stampsFrom(table, stamp, `COALESCE(${latest}, d.\`removed\`)`, removal);
  return `COALESCE(${known}, ${lifeOfAll(table, stamp)})`;
}

/** Returns the expression of the stamps of new rows without a removal that is known, which is NULL if none was forgotten. */
export function lifeOfAll(table: TableName, stamp: string): string {
  return stampsFrom(table, stamp, "f.`removed`", forgottenFrom(table));
}

/** Returns the statement that records what removals of rows leave behind. */
export const removalsText = (rows: number): string =>
  "REPLACE INTO `replicationRemovals` (`tableName`, `rowKey`, `removed`, `stamps`) VALUES " +
  Array.from({ length: rows }, () => "(?, ?, ?, ?)").join(", ");

/** Statement that records what the removal of a row leaves behind. */
export const removalText = removalsText(1);
