import { handOutListingFrom } from "../discovery/engine/hand-out-listing.ts";
import { handOutFrom } from "../proxies/engine/hand-out-orders.ts";
import { helloTo } from "../proxies/engine/hello.ts";
import { recordIn } from "../proxies/engine/record-outcomes.ts";
import { credentialSources } from "./credential-sources.ts";
import { orderSources } from "./order-sources.ts";

/**
 * Takes what a process of a proxy reports of itself when it starts, each minute and when it ends: its version, its connectors
 * with the JSON Schema of their addresses, by which the API checks a target's address, and those it could not load. A
 * connector whose schema cannot be taken is told among the latter. Of several that work side by side the youngest one's connectors are the
 * proxy's. When a process reports for the first time the sources of orders hear of it: what an earlier one had in its hands is sent anew.
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
 * Records what a proxy says became of its orders, all of it or nothing. Each outcome must be signed by the proxy over
 * operation, send number and outcome, by itself or together with the others, and must answer the latest hand-out to that proxy. The same signed outcome
 * again changes nothing, for the answer to the first may have been lost.
 * @throws OUTCOME_REFUSED, PROXY_SIGNATURE_INVALID
 */
export const recordOutcomes = recordIn(orderSources, credentialSources);

/**
 * Hands the order to list a target system to its proxy, sealed to its key: where an earlier try has left good chunks behind
 * a cursor it goes on there, else the type is listed anew. Each hand-out makes what earlier ones still send refused.
 * @throws FORBIDDEN, LISTING_REFUSED, PROXY_SIGNATURE_INVALID
 */
export const handOutListing = handOutListingFrom(credentialSources);
