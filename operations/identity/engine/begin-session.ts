import type { SessionDoor } from "#domain/audit/session-door.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { startSession } from "../../session-logs/engine/start-session.ts";
import { addGrant, sessionEnd } from "./grants.ts";
import type { TokenGrant } from "./token-set.ts";

/** A session that begins with the tokens of a user. */
export interface BeginningSession {
  readonly client: Row<"clients">;
  readonly user: Row<"users">;
  readonly scope: string;
  readonly door: SessionDoor;
  readonly family: string;
  /** Time at which the user proved their identity; by default now. */
  readonly provedAt?: number;
}

/** Begins a user's session in the current transaction: its header, and a refresh token if the client may refresh. */
export async function beginSession(
  context: CallContext,
  { client, user, scope, door, family, provedAt = context.clock.now() }: BeginningSession,
): Promise<TokenGrant> {
  const expiresAt = sessionEnd(context);
  const parts = { userKey: user.key, clientId: client.id };
  await startSession(context, { ...parts, sessid: family, door, provedAt, expiresAt });
  const granted = { sub: user.key, gid: family, ver: user.tokenVersion, client_id: client.id, scope };
  if (!client.grants.includes("refresh_token")) return { granted };
  const origin = { ...parts, userVersion: user.tokenVersion, family, scope, expiresAt };
  return { granted, refreshToken: await addGrant(context, origin) };
}
