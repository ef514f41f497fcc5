import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Caller } from "#operations/context.ts";
import type { Authenticate } from "#operations/identity/engine/authenticate.ts";
import type { AuthenticateSession } from "#operations/sessions/engine/session-authenticator.ts";

import { authorizationOf, bearerToken } from "../bearer-token.ts";
import type { CallContext, FoundSoFar, Middleware } from "../call-state.ts";
import { isPublic } from "../route-match.ts";
import { originOf, strangerOf } from "../stranger.ts";

/** What tells who calls, by what each kind of address asks for. */
export interface Authenticators {
  readonly byToken: Authenticate;
  readonly bySession: AuthenticateSession;
}

/** Asks who calls, unless the address is for everybody: only a caller the service knows learns what exists beyond these. */
export function signIn(authenticators: Authenticators): Middleware {
  return async (ctx, next) => {
    const { match }: FoundSoFar = ctx.state;
    ctx.state.caller = await callerOf(ctx, authenticators);
    if (match === undefined) throw new ServiceError("NOT_FOUND");
    await next();
  };
}

function callerOf({ state, req }: CallContext, { byToken, bySession }: Authenticators): Promise<Caller> | Caller {
  const { match, place }: FoundSoFar = state;
  const shown = () => bearerToken(authorizationOf(req.rawHeaders));
  const session = place?.session;
  if (session !== undefined) return bySession(new Secret(shown()), session, originOf(state));
  if (match !== undefined && isPublic(match, req.method ?? "")) return strangerOf(state);
  return byToken(shown(), originOf(state));
}
