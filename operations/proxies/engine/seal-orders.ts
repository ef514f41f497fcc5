import { CompactEncrypt, importJWK } from "jose";

import { Secret } from "#connectors/contract/index.ts";
import type { DiscoveryOrder } from "#domain/discovery/discovery.ts";
import type { PublicKey } from "#domain/proxies/public-key.ts";
import type { Order } from "#domain/requests/order.ts";

/**
 * Seals orders to a proxy's X25519 key: one JWE, which only that proxy can open. Only here are secrets of targets and accounts unboxed for
 * sending.
 */
export async function sealOrders(orders: readonly (Order | DiscoveryOrder)[], sealingKey: PublicKey): Promise<string> {
  const plaintext = new TextEncoder().encode(JSON.stringify(orders, opened));
  return new CompactEncrypt(plaintext)
    .setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM", typ: "gatehouse-orders+jwe" })
    .encrypt(await importJWK({ ...sealingKey }, "ECDH-ES"));
}

// `value` is what the box prints of itself; the box is still at its place in the order.
function opened(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  const part = this[name];
  return part instanceof Secret ? part.use((plaintext) => plaintext) : value;
}
