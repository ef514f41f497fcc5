import type { Member } from "#connectors/contract/index.ts";

import { type SqlClient, textOf } from "../client.ts";
import { afterKey } from "../cursor.ts";
import type { MemberPage, MemberRow, SqlObject } from "../session.ts";
import { type AccountRules, isAccount } from "./kinds.ts";

/** Number of parts of a member's key. */
export const memberKeyLength = 1;

// From PostgreSQL 16 on a role's creator who is not a superuser is a member with the right to grant it: a tool, not a membership.
const notOwnTool =
  "NOT (m.admin_option AND (SELECT c.rolname FROM pg_catalog.pg_roles AS c WHERE c.oid = m.member) = current_user)";

// A role reached both directly and by another role is a direct member, which has no `via`.
const reached = (roots: string, membership: string) =>
  "WITH RECURSIVE reached (root, member, via) AS (" +
  `SELECT m.roleid, m.member, NULL::oid FROM pg_catalog.pg_auth_members AS m WHERE m.roleid IN (${roots}) AND ${membership} ` +
  "UNION SELECT f.root, m.member, m.roleid FROM reached AS f JOIN pg_catalog.pg_auth_members AS m ON m.roleid = f.member " +
  `WHERE ${membership}), ` +
  "once AS (SELECT root, member, CASE WHEN bool_and(via IS NOT NULL) THEN min(via) END AS via FROM reached GROUP BY root, member)";

/** Reads the members of some roles, including members through another role, ordered by role and member. */
export async function membersOf(
  client: SqlClient,
  server: AccountRules,
  groups: readonly SqlObject[],
  { after, limit, only }: MemberPage,
): Promise<readonly MemberRow[]> {
  if (groups.length === 0) return [];
  const roots = reached(groups.map(() => "?::oid").join(", "), only === undefined ? notOwnTool : "TRUE");
  const place = afterKey(["r.oid"], after);
  const one = only === undefined ? { sql: "(1 = 1)", values: [] } : { sql: "(r.oid = ?::oid)", values: only };
  const rows = await client.query(
    `${roots} SELECT o.root::text AS root, r.oid::text AS id, r.rolname::text AS name, ${isAccount(server)} AS is_account, ` +
      "v.oid::text AS via, v.rolname::text AS via_name FROM once AS o JOIN pg_catalog.pg_roles AS r ON r.oid = o.member " +
      `LEFT JOIN pg_catalog.pg_roles AS v ON v.oid = o.via WHERE ${place.sql} AND ${one.sql} ORDER BY o.root, r.oid LIMIT ${limit}`,
    [...groups.map(({ object }) => object.id), ...place.values, ...one.values],
  );
  return rows.map((row) => {
    const id = textOf(row, "id");
    const through = textOf(row, "via");
    const member: Member = {
      type: row["is_account"] === true ? "account" : "group",
      id,
      name: textOf(row, "name"),
      ...(through !== "" && {
        through: {
          id: through,
          name: textOf(row, "via_name"),
        },
      }),
    };
    return { group: textOf(row, "root"), member, key: [id] };
  });
}
