import type { Middleware } from "../call-state.ts";
import type { ClientOrigins } from "../hygiene/client-origin.ts";
import { strictTransport } from "../security-headers.ts";

/** Sets the address of the client. A call over https gets the header that keeps the browser on https. */
export function client(clients: ClientOrigins): Middleware {
  return ({ state, req }, next) => {
    state.ip = clients.addressOf(req);
    if (clients.isHttps(req)) state.head["strict-transport-security"] = strictTransport;
    return next();
  };
}
