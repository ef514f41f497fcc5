import { ServiceError } from "#domain/errors.ts";
import { localPath } from "#domain/identity/local-path.ts";

import type { RouteAnswer, RouteDefinition } from "./route.ts";

const notModified = 304;

/**
 * Returns the answer, unless it redirects to a place to which its route may not redirect. A route may allow a path of
 * our own, or an address that is registered for a client. Every answer of a route goes through here.
 * @throws INTERNAL
 */
export function checkedRedirect(route: RouteDefinition, answer: RouteAnswer, publicAddress: string): RouteAnswer {
  const { status, headers = {} } = answer;
  if (status < 300 || status > 399 || status === notModified) return answer;
  const location = headers["location"] ?? "";
  // Registered addresses were compared character by character by the operation that returned them.
  const isAllowed =
    route.redirects === "registered"
      ? location !== ""
      : route.redirects === "local" && localPath(location, publicAddress) !== undefined;
  if (isAllowed) return answer;
  throw new ServiceError("INTERNAL", { detail: `${route.method} ${route.path} may not redirect to '${location}'` });
}
