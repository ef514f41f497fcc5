import type { Middleware } from "../call-state.ts";

/** Lets the route verify the caller's signature by the headers, before any of the body is read. */
export function signature(): Middleware {
  const judged: Middleware = async ({ state, headers }, next) => {
    const { route, match, caller, services: context } = state;
    state.judge = await route.signedBy?.({ context, caller, method: route.method, match, headers });
    await next();
  };
  return (ctx, next) => (ctx.state.route.signedBy === undefined ? next() : judged(ctx, next));
}
