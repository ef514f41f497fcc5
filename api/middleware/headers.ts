import type { Middleware } from "../call-state.ts";
import { securityHeaders } from "../security-headers.ts";

/** Gives the answer the headers that every one has. */
export function headers(): Middleware {
  const common = securityHeaders();
  return ({ state }, next) => {
    state.head = { ...common, "x-request-id": state.requestId };
    return next();
  };
}
