import { ConnectorError } from "#connectors/contract/index.ts";

import { serverPrivileges, type SqlOptions } from "../address.ts";
import type { SqlClient } from "../client.ts";
import type { Settings, SqlObject } from "../session.ts";

// The server's own roles have ids below this; those made in a database lie above.
const firstNormalOid = 16_384;

/**
 * Throws unless the address lists every privilege over the whole server among the settings.
 * @throws permission
 */
export function requireGrantable({ privileges }: SqlOptions, settings: Settings): void {
  const listed: readonly string[] = privileges;
  const given = serverPrivileges.find((name) => settings.get(name) === true && !listed.includes(name));
  if (given !== undefined)
    throw new ConnectorError(
      "permission",
      `"${given}" is a privilege over the whole server, which is not given. The address may list it as privileges.`,
    );
}

/**
 * Throws for a role of the server itself, or one with a privilege over the whole server, which its members could assume.
 * @throws permission unless the address lists it
 */
export async function requireOrdinaryRole(
  client: SqlClient,
  { systemRoles }: SqlOptions,
  { object }: SqlObject,
): Promise<void> {
  if (systemRoles.includes(object.name)) return;
  const [found] = await client.query(
    `SELECT 1 AS found FROM pg_catalog.pg_roles AS r WHERE r.oid = ?::oid AND (r.oid < ${firstNormalOid} ` +
      "OR r.rolsuper OR r.rolcreaterole OR r.rolreplication OR r.rolbypassrls)",
    [object.id],
  );
  if (found === undefined) return;
  throw new ConnectorError(
    "permission",
    `"${object.name}" is a role of the server or has a privilege over all of it, so it is neither granted nor revoked. The address may list it as systemRoles.`,
  );
}
