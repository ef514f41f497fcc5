import { ServiceError } from "#domain/errors.ts";
import type { PublicKey } from "#domain/proxies/public-key.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** What is looked at of a proxy that calls: its row holds the schemas of all its connectors, too. */
const callerColumns = ["id", "status", "signingKey", "sealingKey", "instances"] as const;

type CallingProxy = Pick<Row<"proxyServers">, (typeof callerColumns)[number]>;

/** A proxy that has enrolled, with its keys. */
export type EnrolledProxy = CallingProxy & { readonly signingKey: PublicKey; readonly sealingKey: PublicKey };

/**
 * The proxy that calls, as its row is now. Its call is taken with this, in the transaction of what it asks for.
 * @throws PROXY_SIGNATURE_INVALID when it has been removed or is not enrolled, or when the call was taken before
 */
export async function enrolledProxy({ store, caller }: Pick<CallContext, "store" | "caller">): Promise<EnrolledProxy> {
  const proxy = await enrolledNow(store, caller.id);
  if (proxy === undefined) throw new ServiceError("PROXY_SIGNATURE_INVALID", { detail: caller.id });
  if (caller.proxyCall !== undefined && !(await store.proxyCalls.take(caller.proxyCall)))
    throw new ServiceError("PROXY_SIGNATURE_INVALID", { detail: `${caller.id}: repeated` });
  return proxy;
}

/** A proxy by its id where it is enrolled now. */
export async function enrolledNow(store: CallContext["store"], id: string): Promise<EnrolledProxy | undefined> {
  const proxy = await store.pick("proxyServers", id, callerColumns);
  return proxy && isEnrolled(proxy) ? proxy : undefined;
}

function isEnrolled(proxy: CallingProxy): proxy is EnrolledProxy {
  return proxy.status === "enrolled" && proxy.signingKey !== null && proxy.sealingKey !== null;
}
