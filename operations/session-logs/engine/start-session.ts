import type { SessionHeader } from "#store/sessions.ts";

import type { CallContext } from "../../kernel/context.ts";

/**
 * Writes the header of a session in the current transaction, by one statement. The counts in it follow from the audit
 * rows that carry its `sessid`.
 */
export async function startSession(
  { store, clock, caller }: CallContext,
  session: Omit<SessionHeader, "ip" | "startedAt">,
): Promise<void> {
  await store.sessions.start({ ...session, ip: caller.ip ?? null, startedAt: clock.now() });
}
