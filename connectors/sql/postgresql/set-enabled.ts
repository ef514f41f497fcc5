import { escapeIdentifier } from "pg";

import type { SqlClient } from "../client.ts";
import type { SqlObject } from "../session.ts";
import { changeRole } from "./change-role.ts";
import { accountMark, isMarkedMade } from "./kinds.ts";
import type { Server } from "./server.ts";

/** Enables or disables an account. A disabled account keeps something that identifies it as an account. */
export async function setEnabled(
  client: SqlClient,
  server: Server,
  object: SqlObject,
  enabled: boolean,
): Promise<void> {
  const { id, name, state } = object.object;
  const role = escapeIdentifier(name);
  const login = `ALTER ROLE ${role} ${enabled ? "LOGIN" : "NOLOGIN"}`;
  if (!server.superuser) {
    const needsTerm = !enabled && state?.expiresAt === undefined;
    const text = needsTerm ? `${login} VALID UNTIL 'infinity'` : login;
    return changeRole(client, server, { object, asked: ["login", "validUntil"] }, [text]);
  }
  const made = `SELECT 1 AS found FROM pg_catalog.pg_roles AS r WHERE r.oid = ?::oid AND ${isMarkedMade}`;
  if ((await client.query(made, [id])).length > 0)
    return changeRole(client, server, { object, asked: ["login"] }, [login]);
  const mark = enabled ? `ALTER ROLE ${role} RESET ${accountMark.name}` : markOf(role, accountMark.stopped);
  await changeRole(client, server, { object, asked: ["login", "settings"] }, [login, mark]);
}

/** Returns the statement that marks a role, given as an identifier, as an account. */
export function markOf(role: string, value: string): string {
  return `ALTER ROLE ${role} SET ${accountMark.name} = '${value}'`;
}
