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
        path: loggedPath(addressIn(url).path, route),
        status: ctx.res.statusCode,
        ms: Math.round((performance.now() - startedMs) * 10) / 10,
        caller: caller?.id,
        ip,
      },
      "call",
    );
  };
}

/** Texts that are as long as unguessable ones, and have no other characters. */
const unguessable = /[\w-]{40,}/g;

/**
 * Returns the path of a call without its secrets. The path of a call that was refused before its route was found loses
 * all texts that may be secret.
 */
function loggedPath(path: string, route: FoundSoFar["route"]): string {
  const told =
    route === undefined ? path.replaceAll(unguessable, "…") : route.hasSecretPath === true ? route.path : path;
  return told.slice(0, loggedPathMax);
}
