import type { SessionEnd } from "#domain/audit/session-door.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { revokeToken } from "./revoke-token.ts";

/**
 * Ends a session in the current transaction: neither its secret nor an access token of it is accepted anymore, by this process from the
 * commit on and by others within seconds. An unknown or ended session stays unchanged.
 */
export async function endKeyedSession(
  context: Pick<ServiceContext, "store" | "clock">,
  sessid: string,
  reason: SessionEnd,
): Promise<void> {
  const { store, clock } = context;
  const session = await store.get("keyedSessions", sessid);
  if (session?.revokedAt === null) await store.save("keyedSessions", { key: sessid, revokedAt: clock.now() });
  await revokeToken(context, sessid, session?.expiresAt);
  await store.sessions.end(sessid, reason, clock.now());
}
