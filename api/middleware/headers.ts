import type { Middleware } from "../call-state.ts";
import { securityHeaders } from "../security-headers.ts";

/** Sets the headers of every answer. */
export function headers(): Middleware {
  const common = securityHeaders();
  return ({ state }, next) => {
    state.head = { ...common, "x-request-id": state.requestId };
    return next();
  };
}
