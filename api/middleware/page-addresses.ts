import { ServiceError } from "#domain/errors.ts";
import { localPathMaxCharacters } from "#domain/limits.ts";

import type { Middleware } from "../call-state.ts";
import { pageAddress } from "../page-address.ts";
import { requirePolicy } from "../public-routes.ts";
import type { RouteDefinition } from "../route.ts";

/**
 * Handles the addresses below `/react/` that stand for pages, in front of the routers: these decode the address, which
 * must arrive as it was sent.
 * @throws ADDRESS_INVALID for one that is too long to lead anywhere
 */
export function pageAddresses(route: RouteDefinition, served: Middleware): Middleware {
  requirePolicy(route);
  const methods = new Map([[route.method, route]]);
  const found = { path: route.path, keyNames: {}, tail: [], methods };
  return (ctx, next) => {
    const { state, req } = ctx;
    if (req.method !== "GET" && req.method !== "HEAD") return next();
    const page = pageAddress(state.address.path, state.address.query);
    if (page === undefined) return next();
    if (page.length > localPathMaxCharacters) throw new ServiceError("ADDRESS_INVALID");
    state.place = route;
    state.match = { ...found, keys: { page } };
    return served(ctx, next);
  };
}
