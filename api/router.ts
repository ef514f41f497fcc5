import { Router } from "@koa/router";

import type { CallState, Middleware } from "./call-state.ts";
import { requirePolicy } from "./public-routes.ts";
import type { RouteDefinition } from "./route.ts";

/**
 * The router of a door whose addresses are fixed paths, with whole segments as keys (`/attempts/{attempt}`); what it finds goes through `served`.
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
    // Every method comes here: what is not taken is told what is.
    router.all(path.replaceAll(/\{(\w+)\}/g, ":$1"), (ctx, next) => {
      const keys: Readonly<Record<string, string>> = ctx.params;
      ctx.state.match = { ...match, keys };
      ctx.state.place = here[0] ?? {};
      return served(ctx, next);
    });
  }
  // What it asks of a context beside ours, it puts there itself.
  const routed = router.routes() as unknown as Middleware;
  // Whoever shows what this door asks for is told here that there is nothing.
  const elsewhere = routes.find(({ session }) => session !== undefined) ?? {};
  const around: Middleware = (ctx, next) => {
    ctx.state.place = elsewhere;
    return routed(ctx, next);
  };
  // A router tries each of its paths on every call, so calls of another door pass by.
  return (ctx, next) => (firstSegments.has(firstSegmentOf(ctx.state.address.path)) ? around(ctx, next) : next());
}

/** The first segment of a path; a router tells no case apart. */
function firstSegmentOf(path: string): string {
  const end = path.indexOf("/", 1);
  return (end < 0 ? path : path.slice(0, end)).toLowerCase();
}
