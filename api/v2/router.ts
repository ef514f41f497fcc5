import type { Middleware } from "../call-state.ts";
import { modelAlias, modelNamespace } from "../odata/model/model.ts";
import { createRouteTree } from "../route-tree.ts";
import type { RouteDefinition } from "../route.ts";

const root = "v2";
const belowRoot = /^\/v2(?:\/|$)/i;

/** Router of OData: its addresses have keys in parentheses, casts and properties, which no other router takes for segments. */
export interface ODataRouter {
  /** Returns the middleware for addresses below `/v2`; calls go through `served`. */
  routes(served: Middleware): Middleware;
  /** Returns the middleware for the same addresses without `/v2`, such as `/users`. */
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
      // Refusals are written in this version of the protocol, whatever the version of the answer would be.
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
