import { proxyCallHeaders } from "#domain/proxies/proxy-call.ts";

import type { Middleware } from "../call-state.ts";

/**
 * Lets the route verify the caller's signature by the headers, before any of the body is read. Its answer tells the time at which it is
 * given, which may be long after the call came.
 */
export function signature(): Middleware {
  const judged: Middleware = async ({ state, headers }, next) => {
    const { route, match, caller, services: context } = state;
    const told = () => (route.tellsTime === true ? { [proxyCallHeaders.time]: String(context.clock.now()) } : {});
    try {
      state.judge = await route.signedBy?.({ context, caller, method: route.method, match, headers });
      await next();
    } catch (error) {
      state.headers = { ...state.headers, ...told() };
      throw error;
    }
    state.answer = { ...state.answer, headers: { ...state.answer.headers, ...told() } };
  };
  return (ctx, next) => {
    const { signedBy, tellsTime } = ctx.state.route;
    return signedBy === undefined && tellsTime === undefined ? next() : judged(ctx, next);
  };
}
