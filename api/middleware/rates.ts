import type { Middleware } from "../call-state.ts";
import type { RateLimits } from "../hygiene/rate-limits.ts";

/** Counts the call, and refuses one too many. */
export function rates(limits: RateLimits): Middleware {
  return ({ state }, next) => {
    limits.arrived(state.route, state.caller);
    state.isCounted = state.route.rate !== "none";
    return next();
  };
}
