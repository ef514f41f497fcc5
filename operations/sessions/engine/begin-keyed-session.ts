import { Secret } from "#connectors/contract/index.ts";
import type { KeyedSessionDoor } from "#domain/audit/session-door.ts";
import type { SessionGift } from "#domain/identity/session-gift.ts";
import type { Settings } from "#platform/settings/settings.ts";
import type { Row } from "#store/tables.ts";

import { hashOf } from "../../identity/engine/client.ts";
import type { CallContext } from "../../kernel/context.ts";
import { startSession } from "../../session-logs/engine/start-session.ts";

/** A session to begin for a user who has signed in. */
export interface BeginningKeyedSession {
  readonly user: Row<"users">;
  readonly door: KeyedSessionDoor;
  readonly gift: SessionGift;
}

/** New session for the user who signed in. The secret exists nowhere else; only its hash is stored. */
export interface KeyedSession {
  readonly secret: Secret;
  readonly sessid: string;
  /** Latest end regardless of use, milliseconds UTC. */
  readonly expiresAt: number;
}

const minuteSeconds = 60;
const hourMs = 3_600_000;

/** Longest duration of a session, and longest time without use. */
const lifeOf: Readonly<Record<SessionGift, (settings: Settings) => { idleSeconds: number; lifeMs: number }>> = {
  browserSession: ({ browserSessionIdleMinutes, browserSessionHours }) => ({
    idleSeconds: browserSessionIdleMinutes * minuteSeconds,
    lifeMs: browserSessionHours * hourMs,
  }),
  librarySession: lifeOfKey,
  soapSession: lifeOfKey,
};

function lifeOfKey({ librarySessionIdleMinutes, librarySessionHours }: Settings) {
  return { idleSeconds: librarySessionIdleMinutes * minuteSeconds, lifeMs: librarySessionHours * hourMs };
}

/**
 * Begins a session known by a secret, in the current transaction, with its header in the audit. Secret and `sessid` are new each time, so
 * no session can be fixed in advance. The caller has already checked that the user may sign in.
 */
export async function beginKeyedSession(
  context: CallContext,
  { user, door, gift }: BeginningKeyedSession,
): Promise<KeyedSession> {
  const { store, clock, ids, settings } = context;
  const secret = new Secret(ids.token());
  const sessid = ids.guid();
  const startedAt = clock.now();
  const { idleSeconds, lifeMs } = lifeOf[gift](settings);
  const expiresAt = startedAt + lifeMs;
  await store.add("keyedSessions", {
    key: sessid,
    secretHash: hashOf(secret),
    door,
    gift,
    userKey: user.key,
    userVersion: user.tokenVersion,
    startedAt,
    lastUsedAt: startedAt,
    idleSeconds,
    expiresAt,
    revokedAt: null,
  });
  await startSession(context, { sessid, door, userKey: user.key, clientId: null, expiresAt });
  return { secret, sessid, expiresAt };
}
