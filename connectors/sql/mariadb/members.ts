import { ConnectorError, type Member } from "#connectors/contract/index.ts";

import { type SqlClient, textOf } from "../client.ts";
import { afterKey } from "../cursor.ts";
import type { MemberPage, ShownMembers, SqlObject } from "../session.ts";
import { isRole, type Kinds } from "./kinds.ts";

/** Number of parts of a member's key. */
export const memberKeyLength = 2;

// Differences of the products: a role of MariaDB has no host, a role of MySQL is an account like others.
const sources = {
  mariadb: {
    table: "mysql.roles_mapping",
    accounts: "mysql.global_priv",
    member: ["m.Host", "m.User"],
    role: "m.Role",
    same: "f.Host = '' AND m.Role = f.User",
    admin: "m.Admin_option = 'Y'",
    isRole: "f.Host = ''",
    keyOf: ([, user = ""]: readonly string[]) => user,
  },
  mysql: {
    table: "mysql.role_edges",
    accounts: "mysql.user",
    member: ["m.TO_HOST", "m.TO_USER"],
    role: "CONCAT(m.FROM_USER, '@', m.FROM_HOST)",
    same: "m.FROM_HOST = f.Host AND m.FROM_USER = f.User",
    admin: "m.WITH_ADMIN_OPTION = 'Y'",
    isRole: isRole("mysql").replaceAll(/\b(account_locked|password_expired|authentication_string)\b/g, "u.$1"),
    keyOf: ([host = "", user = ""]: readonly string[]) => `${user}@${host}`,
  },
} as const;

/** Connection, product and SQL to read the members of roles. */
export interface MembersContext {
  readonly client: SqlClient;
  readonly product: "mariadb" | "mysql";
  readonly kinds: Kinds;
}

/** Reads the members of some roles, including members through another role. `hidden` is absent if the server does not show members. */
export async function membersOf(
  context: MembersContext,
  groups: readonly SqlObject[],
  page: MemberPage,
): Promise<ShownMembers> {
  if (groups.length === 0) return { rows: [], hidden: new Set() };
  try {
    return await read(context, groups, page);
  } catch (error) {
    // Without the right to read the table the members are unknown, which must not look like an empty role.
    if (error instanceof ConnectorError && error.code === "permission") return { rows: [] };
    throw error;
  }
}

async function read(
  { client, product, kinds }: MembersContext,
  groups: readonly SqlObject[],
  { after, limit, only }: MemberPage,
): Promise<ShownMembers> {
  const { table, accounts, member, role, same, admin, isRole: isMemberRole, keyOf } = sources[product];
  const [host, user] = member;
  // The administrator belongs to each role that they created, with the right to grant it: a tool, not a membership.
  const counts = only === undefined ? `NOT (${admin} AND CONCAT(${user}, '@', ${host}) = CURRENT_USER())` : "1 = 1";
  const columns = ["f.Host", "f.User"];
  const place = afterKey(columns, after);
  const chosen =
    only === undefined ? { sql: "(1 = 1)", values: [] } : { sql: "(f.Host = ? AND f.User = ?)", values: only };
  // A role reached both directly and by another role is a direct member: the empty text sorts before any other.
  const text =
    "WITH RECURSIVE reached (root, Host, User, via) AS (" +
    `SELECT ${role}, ${host}, ${user}, IF(1 = 0, ${role}, '') FROM ${table} AS m WHERE ${role} IN (${groups.map(() => "?").join(", ")}) AND ${counts} ` +
    `UNION SELECT f.root, ${host}, ${user}, ${role} FROM reached AS f JOIN ${table} AS m ON ${same} WHERE ${counts}), ` +
    "once AS (SELECT root, Host, User, MIN(via) AS via FROM reached GROUP BY root, Host, User) " +
    `SELECT f.root AS root, f.Host AS h, f.User AS u, f.via AS via, ${isMemberRole} AS is_role, ${nameOf(kinds)} AS name ` +
    `FROM once AS f LEFT JOIN ${accounts} AS u ON u.Host = f.Host AND u.User = f.User ` +
    `WHERE ${place.sql} AND ${chosen.sql} ORDER BY f.root, ${columns.join(", ")} LIMIT ${limit}`;
  const roots = groups.map(({ key }) => keyOf(key));
  const rows = await client.query(text, [...roots, ...place.values, ...chosen.values]);
  const found = rows.map((row) => {
    const [memberHost, memberUser, via] = [textOf(row, "h"), textOf(row, "u"), textOf(row, "via")];
    const isGroup = textOf(row, "is_role") === "1";
    const plain = isGroup && product === "mariadb";
    const one: Member = {
      type: isGroup ? "group" : "account",
      id: plain ? memberUser : `${memberUser}@${memberHost}`,
      name: plain ? memberUser : textOf(row, "name"),
      ...(via !== "" && { through: { id: via, name: via } }),
    };
    return { group: textOf(row, "root"), member: one, key: [memberHost, memberUser] };
  });
  // Everyone has what PUBLIC has.
  const hidden = found.filter(({ member: { type, name } }) => type === "group" && isPublic(name));
  return { rows: found, hidden: new Set(hidden.map(({ group }) => group)) };
}

function isPublic(name: string): boolean {
  return name.toUpperCase() === "PUBLIC";
}

// Same rule as for accounts, on the columns of the list of members.
function nameOf({ account }: Kinds): string {
  return account.name.replaceAll(/\b(Host|User)\b/g, "f.$1");
}
