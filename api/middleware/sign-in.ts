import { ServiceError } from "#domain/errors.ts";
import type { Authenticate } from "#operations/identity/engine/authenticate.ts";

import { authorizationOf, bearerToken } from "../bearer-token.ts";
import type { FoundSoFar, Middleware } from "../call-state.ts";
import { isPublic } from "../route-match.ts";
import { originOf, strangerOf } from "../stranger.ts";

/** Asks who calls, unless the address is for everybody: only a caller the service knows learns what exists beyond these. */
export function signIn(authenticate: Authenticate): Middleware {
  return async (ctx, next) => {
    const { state, req } = ctx;
    const { match }: FoundSoFar = state;
    state.caller =
      match !== undefined && isPublic(match, req.method ?? "")
        ? strangerOf(state)
        : await authenticate(bearerToken(authorizationOf(req.rawHeaders)), originOf(state));
    if (match === undefined) throw new ServiceError("NOT_FOUND");
    await next();
  };
}
