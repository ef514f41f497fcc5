import { AsyncLocalStorage } from "node:async_hooks";

import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import type { SessionGift } from "#domain/identity/session-gift.ts";

import type { CallOrigin } from "../../identity/engine/authenticate.ts";
import { callerMemory } from "../../identity/engine/caller-memory.ts";
import { hashOf } from "../../identity/engine/client.ts";
import { signInPolicies } from "../../identity/engine/may-sign-in.ts";
import type { KnownSession } from "../../identity/engine/session-memory.ts";
import type { Caller, ServiceContext } from "../../kernel/context.ts";
import { refusalOf } from "../../proofs/user-state.ts";
import { noteSessionUse } from "./note-session-use.ts";

/**
 * Authenticates the caller by the secret of a session. `requireMore` checks further proof, before the session counts as used.
 * @throws SESSION_INVALID if there is no such session of that kind, it was not used for too long, is over or was revoked, or its user is
 * locked, disabled, deleted, changed or may no longer have such a session
 * @throws TOKENS_STALE if the revocations of other processes are not known
 */
export type AuthenticateSession = (
  secret: Secret,
  gift: SessionGift,
  origin: CallOrigin,
  requireMore?: (sessid: string) => void,
) => Promise<Caller>;

/**
 * Makes the function that turns the secret of a session into a caller. Sessions, revocations, users and their classes are cached in memory
 * and kept current by the change feed, so that a call costs no statement. The use of a session is stored once a minute, and no call waits
 * for that.
 */
export function createSessionAuthenticator(context: ServiceContext): AuthenticateSession {
  const { changes, clock } = context;
  const { revoked, users, judge, sessions } = callerMemory(context);
  // A part of a batch authenticates within the transaction of the whole, which the note is no part of.
  const outside = AsyncLocalStorage.snapshot();

  function note({ key }: KnownSession, { module }: CallOrigin): void {
    outside(() => noteSessionUse(context, key, module)).catch((error: unknown) => {
      context.log.warn({ err: error, sessid: key }, "The use of a session could not be noted.");
    });
  }

  const isIdle = ({ usedAt, idleSeconds }: KnownSession) => clock.now() - usedAt >= idleSeconds * 1000;

  async function sessionOf(secret: Secret, gift: SessionGift): Promise<KnownSession> {
    const hash = hashOf(secret);
    const found = await sessions.of(hash);
    const session = found !== undefined && isIdle(found) ? await sessions.again(hash) : found;
    if (session?.gift !== gift) throw sessionInvalid("unknown");
    if (session.expiresAt <= clock.now()) throw sessionInvalid("over");
    if (session.revokedAt !== null || (await revoked.has(session.key, session.key))) throw sessionInvalid("revoked");
    if (isIdle(session)) throw sessionInvalid("not used for too long");
    return session;
  }

  return async (secret, gift, origin, requireMore) => {
    if (!changes.healthy()) throw new ServiceError("TOKENS_STALE");
    const session = await sessionOf(secret, gift);
    const user = await users.of(session.userKey);
    if (user?.tokenVersion !== session.userVersion) throw sessionInvalid("the user is gone or has changed");
    if (refusalOf(user, clock.now()) !== undefined)
      throw sessionInvalid("the user is locked or disabled, or has not started or has left");
    if (!judge(user, gift).allowed) throw sessionInvalid(`${signInPolicies[gift]} no longer allows the session`);
    requireMore?.(session.key);
    if (sessions.used(session)) note(session, origin);
    const { key, id, superuser, classes } = user;
    const sessid = session.key;
    return { ...origin, kind: "user", key, id, superuser, classes, jti: sessid, scope: "api", sessid };
  };
}

function sessionInvalid(detail: string): ServiceError {
  return new ServiceError("SESSION_INVALID", { detail });
}
