import { credentialSources } from "./credential-sources.ts";
import { handOutFrom } from "./hand-out.ts";
import { orderSources } from "./order-sources.ts";

/**
 * Hands the orders of a chunk to the proxy that performs them, sealed to its key. Only operations that are open and in
 * this proxy's hands are handed out; closed ones are left out, a single foreign one refuses the whole call. Every
 * hand-out raises the number of sends before the proxy can act, and is audited. A batch that has begun with another version of
 * the connector than the caller's waits for that version.
 * @throws FORBIDDEN, PROXY_SIGNATURE_INVALID
 */
export const handOutOrders = handOutFrom(orderSources, credentialSources);
