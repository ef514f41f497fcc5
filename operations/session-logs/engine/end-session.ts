import type { SessionEnd } from "#domain/audit/session-door.ts";

import type { ServiceContext } from "../../context.ts";

/**
 * Notes in the current transaction that a session has ended, by one statement; a session that is unknown, or has ended
 * before, stays as it is. Nothing has to be called for sessions that expire.
 */
export async function endSession(
  { store, clock }: Pick<ServiceContext, "store" | "clock">,
  sessid: string,
  reason: SessionEnd,
): Promise<void> {
  await store.sessions.end(sessid, reason, clock.now());
}
