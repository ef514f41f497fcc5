import { ConnectorError, type ObjectRef, type ServerInfo } from "#connectors/contract/index.ts";

import type { SqlOptions } from "../address.ts";
import { type SqlClient, textOf } from "../client.ts";
import type { Connecting, Place, SqlSession, SqlType } from "../session.ts";
import { kindsOf } from "./kinds.ts";
import { memberKeyLength, membersOf } from "./members.ts";
import { openClient } from "./open-client.ts";
import { asOwner, judge } from "./owner.ts";
import { askServer, type Server } from "./server.ts";
import { statementsOf } from "./statements.ts";
import { requireGrantable, requireOrdinaryRole } from "./system-roles.ts";

const oidMax = 2 ** 32 - 1;

/**
 * Connects to PostgreSQL and logs in as the administrator.
 * @throws badCredentials, unreachable, config
 */
export async function openPostgreSql({ options, credential, signal }: Connecting): Promise<SqlSession> {
  const { login, secret } = credential;
  const client = await secret.use((password) => openClient({ options, user: login, password, signal }));
  try {
    return sessionOf(options, client, await askServer(client));
  } catch (error) {
    await client.close();
    throw error;
  }
}

function sessionOf(options: SqlOptions, client: SqlClient, server: Server): SqlSession {
  const kinds = kindsOf(server);
  return {
    client,
    kinds,
    memberKeyLength,
    ...guarded(options, client, server),
    info: () => infoOf(client),
    locate: (type, ref) => placeOf(server, type, ref),
    checkName: (_type, name) => checkName(server, name),
    asOwner: (object, work) =>
      asOwner(
        {
          client,
          options,
        },
        object,
        work,
      ),
    judge: (object, password) => judge(client, object, password),
    lockedByFailures: async () => undefined,
    members: async (groups, page) => ({
      rows: await membersOf(client, server, groups, page),
      hidden: new Set(),
    }),
  };
}

/** Returns the statements, guarded by the limits of the address for accounts. */
function guarded(options: SqlOptions, client: SqlClient, server: Server) {
  const statements = statementsOf(client, server);
  return {
    ...statements,
    async create(request) {
      requireGrantable(options, request.settings);
      await statements.create(request);
    },
    async alter(object, settings, name) {
      requireGrantable(options, settings);
      await statements.alter(object, settings, name);
    },
    async grant(group, member) {
      await requireOrdinaryRole(client, options, group);
      await statements.grant(group, member);
    },
    async revoke(group, member) {
      await requireOrdinaryRole(client, options, group);
      await statements.revoke(group, member);
    },
  } satisfies Partial<SqlSession>;
}

function placeOf(server: Server, type: SqlType, { id, name }: ObjectRef): Place | undefined {
  if (id !== undefined) {
    if (!/^\d{1,10}$/.test(id) || Number(id) > oidMax) return undefined;
    // A caller with the id of an account knows more than a role that may not log in shows of itself.
    const where = type === "account" ? { where: "TRUE" } : {};
    return { sql: "(r.oid = ?::oid)", values: [id], ...where, isThis: ({ object }) => object.id === id };
  }
  if (whyNoName(server, name) !== undefined) return undefined;
  return { sql: "(r.rolname = ?)", values: [name], isThis: ({ object }) => object.name === name };
}

function checkName(server: Server, name: string): void {
  const reason = whyNoName(server, name);
  if (reason !== undefined) throw new ConnectorError("invalidValue", `The name ${reason}.`);
}

function whyNoName({ nameBytesMax }: Server, name: string): string | undefined {
  if (name === "") return "must not be empty";
  if (name.includes("\0") || !name.isWellFormed()) return "must not hold a NUL character or half a surrogate pair";
  if (Buffer.byteLength(name) > nameBytesMax) return `must not have more than ${nameBytesMax} bytes in UTF-8`;
  return undefined;
}

async function infoOf(client: SqlClient): Promise<ServerInfo> {
  const [row] = await client.query(
    "SELECT current_setting('server_version') AS version, extract(epoch FROM clock_timestamp()) AS now",
  );
  return {
    product: "PostgreSQL",
    version: textOf(row, "version"),
    clockSkewMs: Math.round(Number(textOf(row, "now")) * 1_000) - Date.now(),
  };
}
