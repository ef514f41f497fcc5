import { ServiceError } from "#domain/errors.ts";

import type { RouteDefinition, RouteMatch, RouteMethod } from "./route.ts";

/**
 * Returns the route that takes a method. HEAD is the same as GET.
 * @throws KEY_REQUIRED for PATCH of a collection whose entities can be patched
 */
export function routeOf(match: RouteMatch, method: string): RouteDefinition | undefined {
  const route = match.methods.get(method === "HEAD" ? "GET" : method);
  if (route === undefined && method === "PATCH" && match.keyedPatch !== undefined) {
    throw new ServiceError("KEY_REQUIRED", {
      message: `PATCH needs a key in the address: ${match.keyedPatch.replace(/\(\{\w+\}\)$/, "({key})")}.`,
    });
  }
  return route;
}

/** Reports whether a call needs no token: its route is public, or it uses a method that its public address does not have. */
export function isPublic(match: RouteMatch, method: string): boolean {
  // Addresses that a public route covers are found only by a known caller.
  if (match.tail.length > 0) return false;
  const route = match.methods.get(method === "HEAD" ? "GET" : method);
  if (route !== undefined) return isOpen(route);
  return [...match.methods.values()].every(isOpen);
}

const isOpen = ({ policy, session }: RouteDefinition) => policy === null && session === undefined;

/** Returns the value of the header Allow: HEAD comes with GET, and OPTIONS is allowed everywhere (RFC 9110, 9.3). */
export function allowOf({ methods }: Pick<RouteMatch, "methods">): string {
  const order: readonly RouteMethod[] = ["GET", "POST", "PATCH", "DELETE"];
  const taken = order.filter((method) => methods.has(method));
  return [...taken.flatMap((method) => (method === "GET" ? [method, "HEAD"] : [method])), "OPTIONS"].join(", ");
}
