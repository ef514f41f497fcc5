import type { ServiceContext } from "#operations/kernel/context.ts";

import type { Middleware } from "../call-state.ts";
import { requestIdOf } from "../request-id.ts";

/** Sets the ID of the call, the caller's own if it is well-formed, and the services of the process. */
export function requestId(services: ServiceContext): Middleware {
  return ({ state, req }, next) => {
    state.services = services;
    state.requestId = requestIdOf(req.headers["x-request-id"], services.ids);
    return next();
  };
}
