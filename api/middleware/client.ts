import type { Middleware } from "../call-state.ts";
import type { ClientOrigins } from "../hygiene/client-origin.ts";
import { strictTransport } from "../security-headers.ts";

/** Tells where the call comes from; one over https is to stay there. */
export function client(clients: ClientOrigins): Middleware {
  return ({ state, req }, next) => {
    state.ip = clients.addressOf(req);
    if (clients.isHttps(req)) state.head["strict-transport-security"] = strictTransport;
    return next();
  };
}
