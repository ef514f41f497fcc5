import type { Logger } from "#platform/logs/log.ts";

import type { FoundSoFar, Middleware } from "../call-state.ts";
import { addressIn } from "./address.ts";

const loggedPathMax = 200;

/** Writes one line for each call. */
export function callLog(log: Logger): Middleware {
  return async (ctx, next) => {
    const startedMs = performance.now();
    await next();
    const { requestId, route, caller, ip }: FoundSoFar = ctx.state;
    const { method, url = "" } = ctx.req;
    log.info(
      {
        requestId,
        method,
        route: route?.path,
        path: addressIn(url).path.slice(0, loggedPathMax),
        status: ctx.res.statusCode,
        ms: Math.round((performance.now() - startedMs) * 10) / 10,
        caller: caller?.id,
        ip,
      },
      "call",
    );
  };
}
