import { type SqlClient, textOf } from "../client.ts";
import { afterKey } from "../cursor.ts";
import type { MemberPage, MemberRow, SqlObject } from "../session.ts";
import { isRole, type Kinds } from "./kinds.ts";

/** Of how many parts the key of a member is. */
export const memberKeyLength = 2;

// Of what the administrator made himself he is a member with the right to grant it: that is his tool, not a membership.
const sources = {
  mariadb: {
    from: "mysql.roles_mapping AS m LEFT JOIN mysql.global_priv AS u ON u.Host = m.Host AND u.User = m.User",
    key: ["m.Host", "m.User"],
    where: "m.Role = ? AND NOT (m.Admin_option = 'Y' AND CONCAT(m.User, '@', m.Host) = CURRENT_USER())",
    isRole: "m.Host = ''",
  },
  mysql: {
    from: "mysql.role_edges AS m JOIN mysql.user AS u ON u.Host = m.TO_HOST AND u.User = m.TO_USER",
    key: ["m.TO_HOST", "m.TO_USER"],
    where:
      "m.FROM_USER = ? AND m.FROM_HOST = ? AND NOT (m.WITH_ADMIN_OPTION = 'Y' AND CONCAT(m.TO_USER, '@', m.TO_HOST) = CURRENT_USER())",
    isRole: isRole("mysql"),
  },
} as const;

/** A page of the members of a role. */
export async function membersOf(
  { client, product, kinds }: { client: SqlClient; product: "mariadb" | "mysql"; kinds: Kinds },
  group: SqlObject,
  { after, limit }: MemberPage,
): Promise<readonly MemberRow[]> {
  const source = sources[product];
  const [host = "", role = ""] = group.key;
  const place = afterKey(source.key, after);
  const [hostKey, userKey] = source.key;
  const text =
    `SELECT ${hostKey} AS h, ${userKey} AS u, ${source.isRole} AS is_role, ${nameOf(kinds, source.key)} AS name ` +
    `FROM ${source.from} WHERE ${source.where} AND ${place.sql} ORDER BY ${source.key.join(", ")} LIMIT ${limit}`;
  const values = product === "mariadb" ? [role] : [role, host];
  const rows = await client.query(text, [...values, ...place.values]);
  return rows.map((row) => {
    const [memberHost, user] = [textOf(row, "h"), textOf(row, "u")];
    const isGroup = textOf(row, "is_role") === "1";
    const plain = isGroup && product === "mariadb";
    const member = {
      type: isGroup ? "group" : "account",
      id: plain ? user : `${user}@${memberHost}`,
      name: plain ? user : textOf(row, "name"),
    };
    return { member, key: [memberHost, user] };
  });
}

// The same rule as for accounts, on the columns of the list of members.
function nameOf({ account }: Kinds, [host, user]: readonly [string, string]): string {
  return account.name.replaceAll(/\b(Host|User)\b/g, (column) => (column === "Host" ? host : user));
}
