import { type SqlClient, textOf } from "../client.ts";
import { afterKey } from "../cursor.ts";
import type { MemberPage, MemberRow, SqlObject } from "../session.ts";
import { isAccount } from "./kinds.ts";

/** Of how many parts the key of a member is. */
export const memberKeyLength = 1;

/** A page of the members of a role. */
export async function membersOf(
  client: SqlClient,
  group: SqlObject,
  { after, limit }: MemberPage,
): Promise<readonly MemberRow[]> {
  const place = afterKey(["r.oid"], after);
  // From PostgreSQL 16 on who makes a role without being a superuser is a member with the right to grant it: his tool, not a membership.
  const rows = await client.query(
    `SELECT r.oid::text AS id, r.rolname::text AS name, ${isAccount} AS is_account FROM pg_catalog.pg_roles AS r ` +
      "WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_auth_members AS m WHERE m.roleid = ?::oid AND m.member = r.oid " +
      `AND NOT (m.admin_option AND r.rolname = current_user)) AND ${place.sql} ORDER BY r.oid LIMIT ${limit}`,
    [group.object.id, ...place.values],
  );
  return rows.map((row) => {
    const id = textOf(row, "id");
    const type = row["is_account"] === true ? "account" : "group";
    return { member: { type, id, name: textOf(row, "name") }, key: [id] };
  });
}
