import type { SqlAttribute, SqlKind, SqlType } from "../session.ts";

/**
 * The expression that is true for an account. A role may log in or it may not; one that may not but whose password has
 * a term is an account that was disabled: `create` and `disable` give each account a term, if only an endless one.
 */
export const isAccount = "(r.rolcanlogin OR r.rolvaliduntil IS NOT NULL)";

/** The option of CREATE and ALTER ROLE that each true or false attribute switches, and its column. */
export const switches: Readonly<Record<string, { readonly option: string; readonly column: string }>> = {
  superuser: { option: "SUPERUSER", column: "rolsuper" },
  createDb: { option: "CREATEDB", column: "rolcreatedb" },
  createRole: { option: "CREATEROLE", column: "rolcreaterole" },
  inherit: { option: "INHERIT", column: "rolinherit" },
  replication: { option: "REPLICATION", column: "rolreplication" },
  bypassRls: { option: "BYPASSRLS", column: "rolbypassrls" },
};

const iso = `to_char(r.rolvaliduntil AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const expiresAt = `CASE WHEN isfinite(r.rolvaliduntil) THEN ${iso} END`;
const description: SqlAttribute = { name: "description", kind: "string", sql: "shobj_description(r.oid, 'pg_authid')" };

// The key is compared as a number, not as text.
const shared = {
  from: "pg_catalog.pg_roles AS r",
  key: ["r.oid"],
  id: "r.oid::text",
  name: "r.rolname::text",
} as const;

/** How accounts and roles are read. */
export const kinds: Readonly<Record<SqlType, SqlKind>> = {
  account: {
    ...shared,
    where: isAccount,
    states: { enabled: "r.rolcanlogin", expiresAt },
    attributes: [
      description,
      { name: "connectionLimit", kind: "int", sql: "r.rolconnlimit", min: -1 },
      { name: "validUntil", kind: "time", sql: expiresAt },
      ...Object.entries(switches).map(([name, { column }]): SqlAttribute => ({
        name,
        kind: "bool",
        sql: `r.${column}`,
      })),
    ],
  },
  group: { ...shared, where: `NOT ${isAccount}`, states: {}, attributes: [description] },
};
