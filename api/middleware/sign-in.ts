import { ServiceError } from "#domain/errors.ts";

import type { FoundSoFar, Middleware } from "../call-state.ts";
import type { Identify } from "../identify.ts";
import { isPublic } from "../route-match.ts";
import { strangerOf } from "../stranger.ts";

/** Identifies the caller, unless the address is public: only a known caller learns which other addresses exist. */
export function signIn(identify: Identify): Middleware {
  return async (ctx, next) => {
    const { state, req } = ctx;
    const { match }: FoundSoFar = state;
    state.caller =
      match !== undefined && isPublic(match, req.method ?? "") ? strangerOf(state) : await identify.callerOf(ctx);
    if (match === undefined) throw new ServiceError("NOT_FOUND");
    await next();
  };
}
