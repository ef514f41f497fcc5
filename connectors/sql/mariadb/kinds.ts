import type { SqlAttribute, SqlKind, SqlType } from "../session.ts";
import { literal } from "./literal.ts";

/** How accounts and roles of MariaDB or MySQL are read. */
export type Kinds = Readonly<Record<SqlType, SqlKind>>;

/** The clause of CREATE and ALTER USER that sets each limit. */
export const limitClauses: Readonly<Record<string, string>> = {
  maxQueriesPerHour: "MAX_QUERIES_PER_HOUR",
  maxUpdatesPerHour: "MAX_UPDATES_PER_HOUR",
  maxConnectionsPerHour: "MAX_CONNECTIONS_PER_HOUR",
  maxUserConnections: "MAX_USER_CONNECTIONS",
};

const limitColumns: Readonly<Record<string, string>> = {
  maxQueriesPerHour: "max_questions",
  maxUpdatesPerHour: "max_updates",
  maxConnectionsPerHour: "max_connections",
  maxUserConnections: "max_user_connections",
};

// What differs: MariaDB keeps all but the name of an account in one JSON column, MySQL has columns.
interface Source {
  readonly from: string;
  readonly isRole: string;
  readonly locked: string;
  readonly expired: string;
  readonly plugin: string;
  readonly tls: string;
  limit(column: string): string;
}

const json = (field: string, absent: string) => `COALESCE(JSON_VALUE(Priv, '$.${field}'), ${absent})`;

const mariaDb: Source = {
  from: "mysql.global_priv",
  isRole: `${json("is_role", "0")} = 1`,
  locked: `${json("account_locked", "0")} = 1`,
  // The time of the last change is zero where the password has expired.
  expired: `${json("password_last_changed", "1")} = 0`,
  plugin: "JSON_VALUE(Priv, '$.plugin')",
  tls: `CASE ${json("ssl_type", "0")} WHEN 1 THEN 'SSL' WHEN 2 THEN 'X509' WHEN 3 THEN 'SPECIFIED' ELSE 'NONE' END`,
  limit: (column) => `CAST(${json(column, "0")} AS SIGNED)`,
};

const mySql: Source = {
  from: "mysql.user",
  // A role is an account there; CREATE ROLE makes one that is locked, expired and without a password.
  isRole: "(account_locked = 'Y' AND password_expired = 'Y' AND authentication_string = '')",
  locked: "account_locked = 'Y'",
  expired: "password_expired = 'Y'",
  plugin: "plugin",
  tls: "CASE ssl_type WHEN 'ANY' THEN 'SSL' WHEN 'X509' THEN 'X509' WHEN 'SPECIFIED' THEN 'SPECIFIED' ELSE 'NONE' END",
  limit: (column) => column,
};

const sources = { mariadb: mariaDb, mysql: mySql } as const;

/** How accounts and roles are read, where names without a host mean a default one. */
export function kindsOf(product: "mariadb" | "mysql", defaultHost: string): Kinds {
  const source = sources[product];
  const { from } = source;
  const id = "CONCAT(User, '@', Host)";
  const name = `CASE WHEN Host = ${literal(defaultHost)} AND User <> '' AND LOCATE('@', User) = 0 THEN User ELSE ${id} END`;
  const key = ["Host", "User"];
  const account: SqlKind = {
    ...{ from, where: `NOT (${source.isRole})`, key, id, name },
    states: { enabled: `NOT (${source.locked})`, passwordExpired: source.expired },
    attributes: accountAttributes(source),
  };
  const group: SqlKind = { from, where: source.isRole, key, id, name, states: {}, attributes: [] };
  return { account, group: product === "mariadb" ? { ...group, id: "User", name: "User" } : group };
}

/** The expression that is true for a role, on rows of the table of accounts. */
export function isRole(product: "mariadb" | "mysql"): string {
  return sources[product].isRole;
}

function accountAttributes({ plugin, tls, limit }: Source): readonly SqlAttribute[] {
  return [
    { name: "host", kind: "string", sql: "Host", readOnly: true },
    { name: "plugin", kind: "string", sql: plugin, readOnly: true },
    { name: "requireTls", kind: "string", sql: tls, oneOf: ["NONE", "SSL", "X509"] },
    ...Object.entries(limitColumns).map(([name, column]): SqlAttribute => ({ name, kind: "int", sql: limit(column) })),
  ];
}
