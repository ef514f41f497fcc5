import { CompactEncrypt, importJWK } from "jose";

import type { DiscoveryOrder } from "#domain/discovery.ts";
import type { Order } from "#domain/order.ts";
import type { PublicKey } from "#store/tables/service.ts";

/** Seals orders to a proxy's X25519 key: one JWE, which nobody but that proxy can open. */
export async function sealOrders(orders: readonly (Order | DiscoveryOrder)[], sealingKey: PublicKey): Promise<string> {
  const plaintext = new TextEncoder().encode(JSON.stringify(orders));
  return new CompactEncrypt(plaintext)
    .setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM", typ: "gatehouse-orders+jwe" })
    .encrypt(await importJWK({ ...sealingKey }, "ECDH-ES"));
}
