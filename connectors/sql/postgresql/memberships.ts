import { escapeIdentifier } from "pg";

import { type SqlClient, textOf } from "../client.ts";
import type { SqlObject } from "../session.ts";
import type { Server } from "./server.ts";
import { transaction } from "./transaction.ts";

// From this version on each grantor has a membership grant of their own, and a REVOKE ends only one.
const grantorsOwn = 160_000;

/** Grants a role. */
export async function grant(client: SqlClient, group: SqlObject, member: SqlObject): Promise<void> {
  await client.query(`GRANT ${escapeIdentifier(group.object.name)} TO ${escapeIdentifier(member.object.name)}`);
}

/** Revokes a role, no matter who granted it. */
export async function revoke(
  client: SqlClient,
  { version }: Server,
  group: SqlObject,
  member: SqlObject,
): Promise<void> {
  const statement = `REVOKE ${escapeIdentifier(group.object.name)} FROM ${escapeIdentifier(member.object.name)}`;
  if (version < grantorsOwn) {
    await client.query(statement);
    return;
  }
  const grantors = await client.query(
    "SELECT g.rolname::text AS name FROM pg_catalog.pg_auth_members AS m JOIN pg_catalog.pg_roles AS g ON g.oid = m.grantor " +
      "WHERE m.roleid = ?::oid AND m.member = ?::oid AND NOT (m.admin_option AND m.member = (SELECT oid FROM pg_catalog.pg_roles WHERE rolname = current_user)) ORDER BY g.oid",
    [group.object.id, member.object.id],
  );
  const statements = grantors.map((row) => `${statement} GRANTED BY ${escapeIdentifier(textOf(row, "name"))}`);
  await transaction(client, "BEGIN", async () => {
    for (const text of statements.length > 0 ? statements : [statement]) await client.query(text);
  });
}
