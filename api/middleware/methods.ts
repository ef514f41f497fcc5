import { ServiceError } from "#domain/errors.ts";

import type { Middleware } from "../call-state.ts";
import type { RateLimits } from "../hygiene/rate-limits.ts";
import { putAnswer } from "../put-answer.ts";
import { allowOf, routeOf } from "../route-match.ts";

/** Finds the route that takes the method; OPTIONS is answered with the methods that are taken, all others are refused with them. */
export function methods(rates: RateLimits): Middleware {
  return (ctx, next) => {
    const { match, caller, part } = ctx.state;
    const { method = "" } = ctx.req;
    if (part !== undefined && [...match.methods.values()].some(({ isWhole }) => isWhole)) {
      throw new ServiceError("ADDRESS_INVALID", {
        message: "A part of a batch is no batch itself. Send its parts here.",
      });
    }
    const route = routeOf(match, method);
    if (route !== undefined) {
      ctx.state.route = route;
      return next();
    }
    const allow = allowOf(match);
    if (method === "OPTIONS") rates.unrouted(caller);
    ctx.state.headers = { ...ctx.state.headers, allow };
    if (method !== "OPTIONS") {
      throw new ServiceError("METHOD_NOT_ALLOWED", { message: `This address takes ${allow}, not ${method}.` });
    }
    putAnswer(ctx.state, { status: 204 });
    return undefined;
  };
}
