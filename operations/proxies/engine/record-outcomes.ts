import { credentialSources } from "./credential-sources.ts";
import { orderSources } from "./order-sources.ts";
import { recordIn } from "./record-chunk.ts";

/**
 * Records what a proxy says became of its orders, all of it or nothing. Each outcome must be signed by the proxy over
 * operation, send number and outcome, and must answer the latest hand-out to that proxy. The same signed outcome
 * again changes nothing, for the answer to the first may have been lost.
 * @throws OUTCOME_REFUSED, PROXY_SIGNATURE_INVALID
 */
export const recordOutcomes = recordIn(orderSources, credentialSources);
