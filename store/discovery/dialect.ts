import type { Database } from "../database.ts";

/** A change of rows by the rows of another table. */
export interface UpdateFrom {
  /** The table, which gets the alias `t`. */
  readonly table: string;
  /** The other tables with their aliases, as they follow FROM. */
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
  updateFrom(update: UpdateFrom): string;
}

const sqlite: LoadDialect = {
  member: (json, name) => `json_extract(${json}, '$.${name}')`,
  merged: (json, other) => `json_patch(${json}, ${other})`,
  updateFrom: ({ table, from, where, set }) =>
    `UPDATE \`${table}\` AS t SET ${assignments(set, "")} FROM ${from} WHERE ${where}`,
};

const mariadb: LoadDialect = {
  member: (json, name) => `JSON_UNQUOTE(JSON_EXTRACT(${json}, '$.${name}'))`,
  merged: (json, other) => `JSON_MERGE_PATCH(${json}, ${other})`,
  updateFrom: ({ table, from, where, set }) =>
    `UPDATE \`${table}\` t, ${from} SET ${assignments(set, "t.")} WHERE ${where}`,
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
