import { ServiceError } from "#domain/errors.ts";
import type { PublicKey } from "#domain/proxies/public-key.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";

/** A proxy that has enrolled, with its keys. */
export type EnrolledProxy = Row<"proxyServers"> & { readonly signingKey: PublicKey; readonly sealingKey: PublicKey };

/**
 * The proxy that calls, as its row is now. Its call is taken with this, in the transaction of what it asks for.
 * @throws PROXY_SIGNATURE_INVALID when it has been removed or is not enrolled, or when the call was taken before
 */
export async function enrolledProxy({ store, caller }: Pick<CallContext, "store" | "caller">): Promise<EnrolledProxy> {
  const proxy = await store.get("proxyServers", caller.id);
  if (!proxy || !isEnrolled(proxy)) throw new ServiceError("PROXY_SIGNATURE_INVALID", { detail: caller.id });
  if (caller.proxyCall !== undefined && !(await store.proxyCalls.take(caller.proxyCall)))
    throw new ServiceError("PROXY_SIGNATURE_INVALID", { detail: `${caller.id}: repeated` });
  return proxy;
}

/** Whether a proxy's row has everything that an enrolled one has. */
export function isEnrolled(proxy: Row<"proxyServers">): proxy is EnrolledProxy {
  return proxy.status === "enrolled" && proxy.signingKey !== null && proxy.sealingKey !== null;
}
