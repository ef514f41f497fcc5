import { ConnectorError } from "#connectors/contract/index.ts";

import { type SqlClient, textOf } from "../client.ts";
import type { SqlObject } from "../session.ts";
import { switches } from "./kinds.ts";
import { begin as plainBegin } from "./quiet.ts";
import type { Server } from "./server.ts";
import { transaction } from "./transaction.ts";

/** A change of one role. */
export interface RoleChange {
  readonly object: SqlObject;
  /** Names of the facts that the statements are meant to change. */
  readonly asked: readonly string[];
  readonly begin?: string;
}

// The grantor depends on who grants at the moment, so memberships are compared as the server stores them, with all options.
const memberships =
  "(SELECT string_agg(m::text, ' ' ORDER BY m::text) FROM pg_catalog.pg_auth_members AS m WHERE r.oid IN (m.member, m.roleid))";
const password =
  "(SELECT CASE WHEN p.rolpassword IS NULL THEN 'none' WHEN p.rolpassword LIKE 'md5%' THEN 'md5' ELSE 'scram' END " +
  "FROM pg_catalog.pg_authid AS p WHERE p.oid = r.oid)";

// All facts of a role that a statement about it could touch.
const facts: Readonly<Record<string, string>> = {
  name: "r.rolname::text",
  login: "r.rolcanlogin::text",
  validUntil: "r.rolvaliduntil::text",
  connectionLimit: "r.rolconnlimit::text",
  settings: "r.rolconfig::text",
  description: "shobj_description(r.oid, 'pg_authid')",
  memberships,
  ...Object.fromEntries(Object.entries(switches).map(([name, { column }]) => [name, `r.${column}::text`])),
};

/** Routine of the server whose notice says that a rename has cleared a password. */
const renameRoutine = "RenameRole";

/**
 * Changes a role in one transaction, which is rolled back if more would change than intended.
 * @throws policy if a rename would clear the password, conflict naming the other changes
 */
export async function changeRole(
  client: SqlClient,
  server: Server,
  { object: { object }, asked, begin = plainBegin }: RoleChange,
  statements: readonly string[],
): Promise<void> {
  const read = async () => {
    const all = server.readsPasswords ? { ...facts, password } : facts;
    const columns = Object.entries(all).map(([name, sql]) => `${sql} AS "${name}"`);
    const text = `SELECT ${columns.join(", ")} FROM pg_catalog.pg_roles AS r WHERE r.oid = ?::oid`;
    const [row] = await client.query(text, [object.id]);
    return new Map(Object.keys(all).map((name) => [name, textOf(row, name)]));
  };
  await transaction(client, begin, async () => {
    const before = await read();
    for (const statement of statements) await client.query(statement);
    const after = await read();
    const beside = [...after].flatMap(([name, value]) =>
      asked.includes(name) || value === before.get(name) ? [] : [name],
    );
    if (beside.includes("password") || client.notices.some(({ mark }) => mark === renameRoutine)) {
      // The transaction is rolled back, so the notices no longer apply.
      client.notices.length = 0;
      throw new ConnectorError(
        "policy",
        `The password of "${object.name}" is kept as MD5, which a rename would clear, so nothing was changed. Set a new password first, which is kept as SCRAM-SHA-256 where the server's password_encryption says so.`,
      );
    }
    if (beside.length > 0)
      throw new ConnectorError(
        "conflict",
        `More of "${object.name}" has changed meanwhile than was asked, so nothing was changed: ${beside.join(", ")}.`,
      );
  });
}
