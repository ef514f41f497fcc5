import type { ServiceContext } from "#operations/kernel/context.ts";

import type { Middleware } from "../call-state.ts";
import { requestIdOf } from "../request-id.ts";

/** Names the call, by the caller's own id where it has a well-formed one, and gives it the services of the process. */
export function requestId(services: ServiceContext): Middleware {
  return ({ state, req }, next) => {
    state.services = services;
    state.requestId = requestIdOf(req.headers["x-request-id"], services.ids);
    return next();
  };
}
