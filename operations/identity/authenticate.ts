import { ServiceError } from "#domain/errors.ts";

import type { Caller, ServiceContext } from "../context.ts";
import { verifyAccessToken } from "./access-token.ts";
import { isLocked } from "./user-state.ts";

/**
 * Tells who calls with an access token.
 * @throws TOKEN_INVALID when it is not ours, has expired or was revoked, or its user is locked, disabled, gone or changed
 */
export type Authenticate = (token: string, stranger: Caller) => Promise<Caller>;

/**
 * Makes the function that turns a bearer token into a caller. The signature is checked once per token; whether it was
 * revoked, and how its user and the user's classes stand, is read from the rows each time.
 */
export function createAuthenticator(context: ServiceContext): Authenticate {
  const { store, clock } = context;
  return async (token, stranger) => {
    const { sub, jti, gid, ver, scope } = await verifyAccessToken(context, token);
    const [user, members, revokedToken, revokedFamily] = await Promise.all([
      store.get("users", sub),
      store.select("userClassMembers", { where: { userKey: sub } }),
      store.get("revokedTokens", jti),
      store.get("revokedTokens", gid),
    ]);
    if (revokedToken !== undefined || revokedFamily !== undefined) throw refused("revoked");
    if (user === undefined || user.tokenVersion !== ver) throw refused("the user is gone or has changed");
    if (user.disabled || isLocked(user, clock.now())) throw refused("the user is locked or disabled");
    return {
      ...stranger,
      kind: "user",
      key: user.key,
      id: user.id,
      superuser: user.superuser,
      classes: members.map(({ userClassId }) => userClassId),
      jti,
      scope,
      sessid: gid,
    };
  };
}

function refused(detail: string): ServiceError {
  return new ServiceError("TOKEN_INVALID", { detail });
}
