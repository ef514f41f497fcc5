import { ConnectorError, type ObjectRef, type ServerInfo } from "#connectors/contract/index.ts";

import type { SqlOptions } from "../address.ts";
import { type Condition, type SqlClient, textOf } from "../client.ts";
import type { Connecting, SqlSession } from "../session.ts";
import { kinds } from "./kinds.ts";
import { memberKeyLength, membersOf } from "./members.ts";
import { openClient } from "./open-client.ts";
import { asOwner, judge } from "./owner.ts";
import { statementsOf } from "./statements.ts";
import { requireGrantable, requireOrdinaryRole } from "./system-roles.ts";

// A longer name would be cut, and mean another role.
const nameBytesMax = 63;
const oidMax = 2 ** 32 - 1;

/**
 * Connects to PostgreSQL and logs in as the administrator.
 * @throws badCredentials, unreachable, config
 */
export async function openPostgreSql({ options, credential, signal }: Connecting): Promise<SqlSession> {
  const { login, secret } = credential;
  const client = await secret.use((password) => openClient({ options, user: login, password, signal }));
  return {
    ...{ client, kinds, memberKeyLength, ...guarded(options, client) },
    info: () => infoOf(client),
    locate: (_type, ref) => conditionOf(ref),
    checkName: (_type, name) => checkName(name),
    asOwner: (object, work) => asOwner(options, object, work),
    judge: (object, password) => judge(client, object, password),
    lockedByFailures: async () => undefined,
    members: (group, page) => membersOf(client, group, page),
  };
}

/** The statements, behind what the address keeps from accounts. */
function guarded(options: SqlOptions, client: SqlClient) {
  const statements = statementsOf(client);
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

function conditionOf({ id, name }: ObjectRef): Condition | undefined {
  if (id !== undefined) {
    const oid = /^\d{1,10}$/.test(id) && Number(id) <= oidMax ? Number(id) : undefined;
    return oid === undefined ? undefined : { sql: "(r.oid = ?::oid)", values: [String(oid)] };
  }
  return whyNoName(name) === undefined ? { sql: "(r.rolname = ?)", values: [name] } : undefined;
}

function checkName(name: string): void {
  const reason = whyNoName(name);
  if (reason !== undefined) throw new ConnectorError("invalidValue", `The name ${reason}.`);
}

function whyNoName(name: string): string | undefined {
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
