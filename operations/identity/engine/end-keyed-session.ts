import type { SessionEnd } from "#domain/audit/session-door.ts";
import { refreshTokenHours } from "#domain/limits.ts";
import { browserSessionHours, librarySessionHours } from "#domain/session-limits.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { revokeToken } from "./revoke-token.ts";

const longestHours = Math.max(browserSessionHours, librarySessionHours, refreshTokenHours);
const hourMs = 3_600_000;

/** Returns the time at which a session of another node, whose end is not known here, is surely over; 0 if there is no other node. */
async function endElsewhere({ store, clock }: Pick<ServiceContext, "store" | "clock">): Promise<number> {
  return (await store.homes.isShared()) ? clock.now() + longestHours * hourMs : 0;
}

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
  await revokeToken(context, sessid, session?.expiresAt ?? (await endElsewhere(context)));
  await store.sessions.end(sessid, reason, clock.now());
}
