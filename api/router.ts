import { Router } from "@koa/router";

import type { CallState, Middleware } from "./call-state.ts";
import { requirePolicy } from "./public-routes.ts";
import type { RouteDefinition } from "./route.ts";

/**
 * Returns the router of an interface with fixed paths, in which whole segments are keys (`/attempts/{attempt}`). Calls
 * that it finds go through `served`.
 * @throws Error for a route without a policy that is not in `publicRoutes`, and for one that is declared twice
 */
export function routerOf(routes: readonly RouteDefinition[], served: Middleware): Middleware {
  const router = new Router<CallState>();
  const firstSegments = new Set(routes.map(({ path }) => firstSegmentOf(path)));
  for (const [path, here] of Map.groupBy(routes, (route) => route.path)) {
    here.forEach(requirePolicy);
    const methods = new Map(here.map((route) => [route.method, route]));
    if (methods.size < here.length) throw new Error(`a route of ${path} is declared twice`);
    const match = { path, keys: {}, keyNames: {}, tail: [], methods };
    // Every method comes here, so that the answer to an unsupported one names the supported ones.
    router.all(path.replaceAll(/\{(\w+)\}/g, ":$1"), (ctx, next) => {
      const keys: Readonly<Record<string, string>> = ctx.params;
      ctx.state.match = { ...match, keys };
      ctx.state.place = here[0] ?? {};
      return served(ctx, next);
    });
  }
  // The router itself adds what it needs of a context.
  const routed = router.routes() as unknown as Middleware;
  // A caller with a session of this interface learns here that an address does not exist.
  const elsewhere = routes.find(({ session }) => session !== undefined) ?? {};
  const around: Middleware = (ctx, next) => {
    ctx.state.place = elsewhere;
    return routed(ctx, next);
  };
  // A router tries each of its paths on every call, so calls of another interface pass by.
  return (ctx, next) => (firstSegments.has(firstSegmentOf(ctx.state.address.path)) ? around(ctx, next) : next());
}

/** Returns the first segment of a path in lower case, because a router ignores case. */
function firstSegmentOf(path: string): string {
  const end = path.indexOf("/", 1);
  return (end < 0 ? path : path.slice(0, end)).toLowerCase();
}
