import type { SqlAttribute, SqlKind, SqlType } from "../session.ts";
import { literal } from "./literal.ts";
import { addressPattern, domainPattern, type NameRules } from "./names.ts";

/** SQL to read accounts and roles of MariaDB or MySQL. */
export type Kinds = Readonly<Record<SqlType, SqlKind>>;

/** Clause of CREATE USER and ALTER USER for each limit. */
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

// Differences of the products: MariaDB keeps all but the name of an account in one JSON column, MySQL has columns.
interface Source {
  readonly from: string;
  readonly isRole: string;
  readonly locked: string;
  readonly expired: string;
  /** End of the password in ISO 8601; null if it has none, or was expired explicitly. */
  readonly passwordExpiresAt: string;
  readonly plugin: string;
  readonly tls: string;
  limit(column: string): string;
}

const json = (field: string, absent: string) => `COALESCE(JSON_VALUE(Priv, '$.${field}'), ${absent})`;

// True if a password is older than its lifetime in days, or the server's default lifetime; zero means no lifetime.
const over = (days: string, ageSeconds: string) => {
  const lifetime = lifetimeOf(days);
  return `(${lifetime} > 0 AND ${ageSeconds} >= 86400 * ${lifetime})`;
};

const lifetimeOf = (days: string) => `COALESCE(${days}, @@GLOBAL.default_password_lifetime)`;

// End of a password that was set at some seconds since 1970, without the time zones of the server and of the session.
const endOf = (days: string, setAtSeconds: string) => {
  const lifetime = lifetimeOf(days);
  const end = `DATE_ADD('1970-01-01', INTERVAL ${setAtSeconds} + 86400 * ${lifetime} SECOND)`;
  return `CASE WHEN ${lifetime} > 0 AND ${setAtSeconds} > 0 THEN DATE_FORMAT(${end}, '%Y-%m-%dT%H:%i:%s.000Z') END`;
};

const mariaDbLifetime = `NULLIF(CAST(${json("password_lifetime", "-1")} AS SIGNED), -1)`;

const mariaDb: Source = {
  from: "mysql.global_priv",
  isRole: `${json("is_role", "0")} = 1`,
  locked: `${json("account_locked", "0")} = 1`,
  // The time of the last change is zero if the password was expired explicitly; a lifetime of -1 means the server's default.
  expired:
    `(${json("password_last_changed", "1")} = 0 OR ` +
    `${over(mariaDbLifetime, `UNIX_TIMESTAMP() - ${json("password_last_changed", "0")}`)})`,
  passwordExpiresAt: endOf(mariaDbLifetime, `CAST(${json("password_last_changed", "0")} AS SIGNED)`),
  plugin: "JSON_VALUE(Priv, '$.plugin')",
  tls: `CASE ${json("ssl_type", "0")} WHEN 1 THEN 'SSL' WHEN 2 THEN 'X509' WHEN 3 THEN 'SPECIFIED' ELSE 'NONE' END`,
  limit: (column) => `CAST(${json(column, "0")} AS SIGNED)`,
};

const mySql: Source = {
  from: "mysql.user",
  // A role is an account in MySQL; CREATE ROLE makes one that is locked, expired and without a password.
  isRole: "(account_locked = 'Y' AND password_expired = 'Y' AND authentication_string = '')",
  locked: "account_locked = 'Y'",
  expired: `(password_expired = 'Y' OR ${over("password_lifetime", "TIMESTAMPDIFF(SECOND, password_last_changed, NOW())")})`,
  passwordExpiresAt: `CASE WHEN password_expired = 'N' THEN ${endOf("password_lifetime", "UNIX_TIMESTAMP(password_last_changed)")} END`,
  plugin: "plugin",
  tls: "CASE ssl_type WHEN 'ANY' THEN 'SSL' WHEN 'X509' THEN 'X509' WHEN 'SPECIFIED' THEN 'SPECIFIED' ELSE 'NONE' END",
  limit: (column) => column,
};

const sources = { mariadb: mariaDb, mysql: mySql } as const;

/** Returns the SQL to read accounts and roles. Each is named so that `parseName` reads the name as that same object. */
export function kindsOf(product: "mariadb" | "mysql", rules: NameRules): Kinds {
  const source = sources[product];
  const { from } = source;
  const id = "CONCAT(User, '@', Host)";
  const name = nameOf(id, rules);
  const key = ["Host", "User"];
  const account: SqlKind = {
    from,
    where: `NOT (${source.isRole})`,
    key,
    id,
    name,
    states: {
      enabled: `NOT (${source.locked})`,
      passwordExpired: source.expired,
      passwordExpiresAt: source.passwordExpiresAt,
    },
    attributes: accountAttributes(source),
  };
  // Everyone has what is granted to PUBLIC; it is a role only in the table.
  const where = product === "mariadb" ? `${source.isRole} AND UPPER(User) <> 'PUBLIC'` : source.isRole;
  const group: SqlKind = { from, where, key, id, name, states: {}, attributes: [] };
  return { account, group: product === "mariadb" ? { ...group, id: "User", name: "User" } : group };
}

// Names as `parseName` reads them: plain if the whole name is the user, quoted if the part after "@" would not be read as a host.
function nameOf(id: string, { defaultHost, hostNames }: NameRules): string {
  const host = literal(defaultHost);
  const like = (text: string, pattern: string) => `LOWER(${text}) REGEXP ${literal(pattern)}`;
  const behind = "SUBSTRING_INDEX(User, '@', -1)";
  const isMail = `(LEFT(User, 1) <> '@' AND ${like(behind, domainPattern)} AND NOT ${like(behind, addressPattern)} AND LOWER(${behind}) <> ${host})`;
  const plain = `(LOCATE('@', User) = 0${hostNames ? "" : ` OR ${isMail}`})`;
  const needsQuotes = `Host <> ${host} AND NOT ${like("Host", addressPattern)}`;
  const quoted = hostNames ? "" : `WHEN ${needsQuotes} THEN CONCAT(User, '@''', Host, '''') `;
  return `CASE WHEN Host = ${host} AND User <> '' AND ${plain} THEN User ${quoted}ELSE ${id} END`;
}

/** Returns the expression that is true for a role, on rows of the table of accounts. */
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
