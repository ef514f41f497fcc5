import type { Database } from "../database.ts";

/** A column of rows that are given as JSON: its name and its type in SQL. */
export type JsonColumns = Readonly<Record<string, string>>;

/** A change of rows by the rows of another table. */
export interface UpdateFrom {
  /** The table, which gets the alias `t`. */
  readonly table: string;
  /** The other table, which gets the alias `s`. */
  readonly from: string;
  readonly where: string;
  /** Expressions by column. */
  readonly set: Readonly<Record<string, string>>;
}

/** The pieces of SQL that the databases write differently. */
export interface LoadDialect {
  /** A member of an object in JSON, as text or number. */
  member(json: string, name: string): string;
  /** An object in JSON with the members of another one; members that are null go. */
  merged(json: string, other: string): string;
  /** A new guid for each row. */
  readonly guid: string;
  /** A list of objects in JSON as a table with an alias. */
  rowsOf(json: string, columns: JsonColumns, alias: string): string;
  /** A column of such a table. */
  column(alias: string, name: string): string;
  updateFrom(update: UpdateFrom): string;
}

const sqlite: LoadDialect = {
  member: (json, name) => `json_extract(${json}, '$.${name}')`,
  merged: (json, other) => `json_patch(${json}, ${other})`,
  guid:
    "lower(printf('%s-%s-4%s-a%s-%s', hex(randomblob(4)), hex(randomblob(2)), substr(hex(randomblob(2)), 2), " +
    "substr(hex(randomblob(2)), 2), hex(randomblob(6))))",
  rowsOf: (json, _columns, alias) => `json_each(${json}) ${alias}`,
  column: (alias, name) => `json_extract(${alias}.\`value\`, '$.${name}')`,
  updateFrom: ({ table, from, where, set }) =>
    `UPDATE \`${table}\` AS t SET ${assignments(set, "")} FROM \`${from}\` AS s WHERE ${where}`,
};

const mariadb: LoadDialect = {
  member: (json, name) => `JSON_UNQUOTE(JSON_EXTRACT(${json}, '$.${name}'))`,
  merged: (json, other) => `JSON_MERGE_PATCH(${json}, ${other})`,
  guid: "UUID()",
  rowsOf(json, columns, alias) {
    const list = Object.entries(columns).map(([name, type]) => `\`${name}\` ${type} PATH '$.${name}'`);
    return `JSON_TABLE(${json}, '$[*]' COLUMNS (${list.join(", ")})) ${alias}`;
  },
  column: (alias, name) => `${alias}.\`${name}\``,
  updateFrom: ({ table, from, where, set }) =>
    `UPDATE \`${table}\` t, \`${from}\` s SET ${assignments(set, "t.")} WHERE ${where}`,
};

/** The SQL of a database. */
export function loadDialect({ dialect }: Pick<Database, "dialect">): LoadDialect {
  return dialect === "sqlite" ? sqlite : mariadb;
}

function assignments(set: UpdateFrom["set"], prefix: string): string {
  return Object.entries(set)
    .map(([column, expression]) => `${prefix}\`${column}\` = ${expression}`)
    .join(", ");
}
