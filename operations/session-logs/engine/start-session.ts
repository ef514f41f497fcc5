import type { SessionDoor } from "#domain/audit/session-door.ts";

import type { CallContext } from "../../context.ts";

/** A session that begins. */
export interface NewSession {
  /** The value of `sessid` in the audit: the family of the session's refresh tokens, or a guid of its own. */
  readonly sessid: string;
  readonly door: SessionDoor;
  /** The user who signed in; null where a client acts for itself. */
  readonly userKey: string | null;
  readonly clientId: string | null;
  /** When it ends by itself, milliseconds UTC; null = never. */
  readonly expiresAt: number | null;
}

/**
 * Writes the header of a session in the current transaction, by one statement. The counts in it follow from the audit
 * rows that carry its `sessid`.
 */
export async function startSession({ store, clock, caller }: CallContext, session: NewSession): Promise<void> {
  await store.sessions.start({ ...session, ip: caller.ip ?? null, startedAt: clock.now() });
}
