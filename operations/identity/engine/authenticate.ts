import { ServiceError } from "#domain/errors.ts";

import type { Caller, ServiceContext } from "../../kernel/context.ts";
import { refusalOf } from "../../proofs/user-state.ts";
import { tokenInvalid, verifyAccessToken } from "./access-token.ts";
import { callerMemory } from "./caller-memory.ts";
import { signInPolicies } from "./may-sign-in.ts";

/**
 * Authenticates the caller by an access token.
 * @throws TOKEN_INVALID if it is not ours, has expired or was revoked, or if its user is locked, disabled, deleted, changed or may no
 * longer hold tokens
 * @throws TOKENS_STALE if the revocations of other processes are not known
 */
export type Authenticate = (token: string, origin: CallOrigin) => Promise<Caller>;

/** Origin of a call, independent of the caller. */
export type CallOrigin = Pick<Caller, "module" | "requestId" | "ip">;

/**
 * Makes the function that turns a bearer token into a caller. The signature is checked once per token. Revocations, users and their classes
 * are cached in memory and kept current by the change feed, so that a call costs no statement.
 */
export function createAuthenticator(context: ServiceContext): Authenticate {
  const { changes, clock } = context;
  const { revoked, users, judge } = callerMemory(context);
  return async (token, origin) => {
    if (!changes.healthy()) throw new ServiceError("TOKENS_STALE");
    const { sub, jti, gid, ver, scope } = await verifyAccessToken(context, token);
    if (await revoked.has(jti, gid)) throw tokenInvalid("revoked");
    const user = await users.of(sub);
    if (user === undefined || user.tokenVersion !== ver) throw tokenInvalid("the user is gone or has changed");
    if (refusalOf(user, clock.now()) !== undefined)
      throw tokenInvalid("the user is locked or disabled, or has not started or has left");
    if (!judge(user, "tokens").allowed)
      throw tokenInvalid(`${signInPolicies.tokens} no longer allows the user to hold tokens`);
    const { key, id, superuser, classes } = user;
    return { ...origin, kind: "user", key, id, superuser, classes, jti, scope, sessid: gid };
  };
}
