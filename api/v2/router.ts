import type { Middleware } from "../call-state.ts";
import { modelAlias, modelNamespace } from "../odata/model/model.ts";
import { createRouteTree } from "../route-tree.ts";
import type { RouteDefinition } from "../route.ts";

const root = "v2";
const belowRoot = /^\/v2(?:\/|$)/i;

/** The router of OData: its addresses have keys in parentheses, casts and properties, which are no segments to any other one. */
export interface ODataRouter {
  /** Takes what stands below `/v2`, and lets it go through `served`. */
  routes(served: Middleware): Middleware;
  /** Takes what stands below it and does not say so: `/users`. */
  routesWithoutRoot(served: Middleware): Middleware;
}

/**
 * Makes the router of version 2.
 * @throws Error for routes that no tree can have
 */
export function odataRouter(routes: readonly RouteDefinition[]): ODataRouter {
  const tree = createRouteTree(routes, {
    defaultRoot: root,
    aliases: { group: "groups" },
    namespaces: [modelNamespace, modelAlias],
  });
  return {
    routes: (served) => (ctx, next) => {
      const { path } = ctx.state.address;
      if (!belowRoot.test(path)) return next();
      // What is refused is written in this version of the protocol, whatever its answer would be in.
      ctx.state.headers = { "odata-version": "4.0" };
      const match = tree.match(path);
      if (match !== undefined) ctx.state.match = match;
      return served(ctx, next);
    },
    routesWithoutRoot: (served) => (ctx, next) => {
      const match = tree.match(ctx.state.address.path);
      if (match === undefined) return next();
      ctx.state.headers = { "odata-version": "4.0" };
      ctx.state.match = match;
      return served(ctx, next);
    },
  };
}
