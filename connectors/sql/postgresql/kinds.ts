import type { SqlAttribute, SqlKind, SqlType } from "../session.ts";
import type { Server } from "./server.ts";

/** The setting by which a role is known as an account whatever else it has; only a superuser may write one of a name of our own. */
export const accountMark = { name: "gatehouse.account", made: "made", stopped: "stopped" } as const;

const isMarked = (value: string) => `COALESCE('${accountMark.name}=${value}' = ANY (r.rolconfig), FALSE)`;
/** The expression that is true for an account that was made without a password, which keeps its mark. */
export const isMarkedMade = isMarked(accountMark.made);
const marked = `(${isMarkedMade} OR ${isMarked(accountMark.stopped)})`;
// From PostgreSQL 16 on who makes a role without being a superuser is given the right to grant it and nothing else: nobody's membership.
const hasMembers = ({ version }: Pick<Server, "version">) =>
  "EXISTS (SELECT 1 FROM pg_catalog.pg_auth_members AS x WHERE x.roleid = r.oid" +
  `${version < 160_000 ? "" : " AND (x.inherit_option OR x.set_option)"})`;
const hasPassword =
  "EXISTS (SELECT 1 FROM pg_catalog.pg_authid AS p WHERE p.oid = r.oid AND p.rolpassword IS NOT NULL)";

/** What of a server decides who is an account. */
export type AccountRules = Pick<Server, "readsPasswords" | "version">;

/**
 * The expression that is true for an account. A role may log in or it may not; one that may not is an account that was stopped
 * when it is marked as an account, or when it has a password and nobody in it. Where passwords are not shown a term must tell: `create` gives
 * each account one, if only an endless one.
 */
export function isAccount(server: AccountRules): string {
  const alone = `NOT ${hasMembers(server)}`;
  const stopped = server.readsPasswords
    ? `(${alone} AND ${hasPassword})`
    : `(r.rolvaliduntil = 'infinity' OR (r.rolvaliduntil IS NOT NULL AND ${alone}))`;
  return `(r.rolcanlogin OR ${marked} OR COALESCE(${stopped}, FALSE))`;
}

/** The option of CREATE and ALTER ROLE that each true or false attribute switches, and its column. */
export const switches: Readonly<Record<string, { readonly option: string; readonly column: string }>> = {
  superuser: { option: "SUPERUSER", column: "rolsuper" },
  createDb: { option: "CREATEDB", column: "rolcreatedb" },
  createRole: { option: "CREATEROLE", column: "rolcreaterole" },
  inherit: { option: "INHERIT", column: "rolinherit" },
  replication: { option: "REPLICATION", column: "rolreplication" },
  bypassRls: { option: "BYPASSRLS", column: "rolbypassrls" },
};

// What ISO 8601 cannot write, such as '-infinity', is as long over or as far away as it can.
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

/** How accounts and roles are read. */
export function kindsOf(server: AccountRules): Readonly<Record<SqlType, SqlKind>> {
  return {
    account: {
      ...shared,
      where: isAccount(server),
      // PostgreSQL locks nobody for failed logins and asks nobody for a new password.
      states: { enabled: "r.rolcanlogin", locked: "FALSE", passwordExpired: "FALSE", expiresAt },
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
