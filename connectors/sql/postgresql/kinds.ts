import type { SqlAttribute, SqlKind, SqlType } from "../session.ts";
import type { Server } from "./server.ts";

/** Setting that marks a role as an account whatever else it has. Only a superuser may set a parameter with a custom name. */
export const accountMark = { name: "gatehouse.account", made: "made", stopped: "stopped" } as const;

const isMarked = (value: string) => `COALESCE('${accountMark.name}=${value}' = ANY (r.rolconfig), FALSE)`;
/** Expression that is true for an account created without a password, which keeps its mark. */
export const isMarkedMade = isMarked(accountMark.made);
const marked = `(${isMarkedMade} OR ${isMarked(accountMark.stopped)})`;
// From PostgreSQL 16 on a role's creator who is not a superuser gets the right to grant it and nothing else, which is not a
// membership.
const hasMembers = ({ version }: Pick<Server, "version">) =>
  "EXISTS (SELECT 1 FROM pg_catalog.pg_auth_members AS x WHERE x.roleid = r.oid" +
  `${version < 160_000 ? "" : " AND (x.inherit_option OR x.set_option)"})`;
const hasPassword =
  "EXISTS (SELECT 1 FROM pg_catalog.pg_authid AS p WHERE p.oid = r.oid AND p.rolpassword IS NOT NULL)";

/** Facts about a server that decide which roles are accounts. */
export type AccountRules = Pick<Server, "readsPasswords" | "version">;

/**
 * Returns the expression that is true for an account. A role that may log in is an account. A role that may not is a disabled
 * account if it is marked as an account, or if it has a password and no members. Where passwords cannot be read, an expiry decides:
 * `create` gives each account one, even if it is infinite.
 */
export function isAccount(server: AccountRules): string {
  const alone = `NOT ${hasMembers(server)}`;
  const stopped = server.readsPasswords
    ? `(${alone} AND ${hasPassword})`
    : `(r.rolvaliduntil = 'infinity' OR (r.rolvaliduntil IS NOT NULL AND ${alone}))`;
  return `(r.rolcanlogin OR ${marked} OR COALESCE(${stopped}, FALSE))`;
}

/** Option of CREATE ROLE and ALTER ROLE that each boolean attribute switches, and its column. */
export const switches: Readonly<Record<string, { readonly option: string; readonly column: string }>> = {
  superuser: { option: "SUPERUSER", column: "rolsuper" },
  createDb: { option: "CREATEDB", column: "rolcreatedb" },
  createRole: { option: "CREATEROLE", column: "rolcreaterole" },
  inherit: { option: "INHERIT", column: "rolinherit" },
  replication: { option: "REPLICATION", column: "rolreplication" },
  bypassRls: { option: "BYPASSRLS", column: "rolbypassrls" },
};

// Times that ISO 8601 cannot express, such as '-infinity', become the earliest or the latest that it can.
const [earliest, latest] = ["1970-01-01T00:00:00.001Z", "9999-12-31T23:59:59.999Z"];
const iso = `to_char(r.rolvaliduntil AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const expiresAt =
  `CASE WHEN r.rolvaliduntil = 'infinity' THEN NULL WHEN r.rolvaliduntil < '${earliest}' THEN '${earliest}' ` +
  `WHEN r.rolvaliduntil > '${latest}' THEN '${latest}' ELSE ${iso} END`;
const description: SqlAttribute = { name: "description", kind: "string", sql: "shobj_description(r.oid, 'pg_authid')" };

// The key is compared as a number, not as text.
const shared = {
  from: "pg_catalog.pg_roles AS r",
  key: ["r.oid"],
  id: "r.oid::text",
  name: "r.rolname::text",
} as const;

/** Returns the SQL to read accounts and roles. */
export function kindsOf(server: AccountRules): Readonly<Record<SqlType, SqlKind>> {
  return {
    account: {
      ...shared,
      where: isAccount(server),
      // PostgreSQL never locks an account for failed logins and never requires a new password. VALID UNTIL is the end of the password and
      // with it of the account: a new password does not move it.
      states: {
        enabled: "r.rolcanlogin",
        locked: "FALSE",
        passwordExpired: "FALSE",
        passwordExpiresAt: expiresAt,
        expiresAt,
      },
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
    group: { ...shared, where: `NOT ${isAccount(server)}`, states: {}, attributes: [description] },
  };
}
