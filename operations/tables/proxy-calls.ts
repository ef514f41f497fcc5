import { handOutListingFrom } from "../discovery/engine/hand-out-listing.ts";
import { handOutFrom } from "../proxies/engine/hand-out-orders.ts";
import { helloTo } from "../proxies/engine/hello.ts";
import { recordIn } from "../proxies/engine/record-outcomes.ts";
import { credentialSources } from "./credential-sources.ts";
import { orderSources } from "./order-sources.ts";

/**
 * Stores the report of a proxy's process when it starts, each minute and when it ends: its version, its connectors with the JSON Schema of
 * their addresses, by which the API checks a target's address, and those it could not load. A connector with an unusable schema is among
 * the latter. Of several processes the youngest one's connectors are the proxy's. The first report of a process reaches the sources of
 * orders: orders of an earlier process are sent again.
 * @throws PROXY_SIGNATURE_INVALID, PROXY_VERSION_REFUSED
 */
export const helloFromProxy = helloTo(orderSources);

/**
 * Hands the orders of a chunk to the proxy that performs them, sealed to its key. Only operations that are open and in
 * this proxy's hands are handed out; closed ones are left out, a single foreign one refuses the whole call. Every
 * hand-out raises the number of sends before the proxy can act, and is audited. A batch that has begun with another version of
 * the connector than the caller's waits for that version.
 * @throws FORBIDDEN, PROXY_SIGNATURE_INVALID
 */
export const handOutOrders = handOutFrom(orderSources, credentialSources);

/**
 * Records the outcomes that a proxy reports for its orders, all or none. Each outcome must be signed by the proxy over operation, send
 * number and outcome, by itself or together with the others. It must answer the latest hand-out to that proxy. The same signed outcome
 * again changes nothing, because the answer to the first may have been lost.
 * @throws OUTCOME_REFUSED, PROXY_SIGNATURE_INVALID
 */
export const recordOutcomes = recordIn(orderSources, credentialSources);

/**
 * Hands the order to list a target system to its proxy, sealed to its key. It continues behind the valid chunks of an earlier attempt if
 * there is a cursor, else the type is listed again. Each hand-out makes the service refuse further chunks of earlier ones.
 * @throws FORBIDDEN, LISTING_REFUSED, PROXY_SIGNATURE_INVALID
 */
export const handOutListing = handOutListingFrom(credentialSources);
