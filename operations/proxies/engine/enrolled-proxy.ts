import { ServiceError } from "#domain/errors.ts";
import type { PublicKey } from "#domain/proxies/public-key.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Columns read for a calling proxy; its whole row holds the schemas of all its connectors. */
const callerColumns = ["id", "status", "signingKey", "sealingKey", "instances"] as const;

type CallingProxy = Pick<Row<"proxyServers">, (typeof callerColumns)[number]>;

/** An enrolled proxy, with its keys. */
export type EnrolledProxy = CallingProxy & { readonly signingKey: PublicKey; readonly sealingKey: PublicKey };

/**
 * Returns the calling proxy, as its row is now. This also accepts its call, in the transaction of the requested work.
 * @throws PROXY_SIGNATURE_INVALID if it was removed or is not enrolled, or if the call was accepted before
 */
export async function enrolledProxy({ store, caller }: Pick<CallContext, "store" | "caller">): Promise<EnrolledProxy> {
  const proxy = await enrolledNow(store, caller.id);
  if (proxy === undefined) throw new ServiceError("PROXY_SIGNATURE_INVALID", { detail: caller.id });
  if (caller.proxyCall !== undefined && !(await store.proxyCalls.take(caller.proxyCall)))
    throw new ServiceError("PROXY_SIGNATURE_INVALID", { detail: `${caller.id}: repeated` });
  return proxy;
}

/** Returns a proxy by its ID if it is enrolled now. */
export async function enrolledNow(store: CallContext["store"], id: string): Promise<EnrolledProxy | undefined> {
  const proxy = await store.pick("proxyServers", id, callerColumns);
  return proxy && isEnrolled(proxy) ? proxy : undefined;
}

function isEnrolled(proxy: CallingProxy): proxy is EnrolledProxy {
  return proxy.status === "enrolled" && proxy.signingKey !== null && proxy.sealingKey !== null;
}
