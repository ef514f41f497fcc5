import { ServiceError } from "#domain/errors.ts";
import type { PublicKey } from "#domain/proxies/public-key.ts";
import { allOf, eq } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../../kernel/context.ts";

/** A managed host that has enrolled, with its keys. */
export type EnrolledHost = Row<"managedHosts"> & { readonly signingKey: PublicKey; readonly sealingKey: PublicKey };

/** A managed host by its key where it is enrolled now. */
export async function enrolledHostNow(
  { store }: Pick<ServiceContext, "store">,
  key: string,
): Promise<EnrolledHost | undefined> {
  const host = await store.get("managedHosts", key);
  return host !== undefined && isEnrolled(host) ? host : undefined;
}

/** The managed host that is enrolled for an account; there is one at most. */
export async function enrolledHostOf(
  { store }: Pick<ServiceContext, "store">,
  managedAccountKey: string,
): Promise<EnrolledHost | undefined> {
  const where = allOf(eq("managedAccountKey", managedAccountKey), eq("status", "enrolled"));
  return (await store.select("managedHosts", { where })).find(isEnrolled);
}

/**
 * The managed host that calls, as its row is now and locked. Its call is taken with this, in the transaction of what it asks for.
 * @throws PROXY_SIGNATURE_INVALID when it has been shut out, or when the call was taken before
 */
export async function callingHost({ store, caller }: Pick<CallContext, "store" | "caller">): Promise<EnrolledHost> {
  const host = await store.lock("managedHosts", caller.id);
  if (host === undefined || !isEnrolled(host)) throw new ServiceError("PROXY_SIGNATURE_INVALID", { detail: caller.id });
  if (caller.proxyCall !== undefined && !(await store.proxyCalls.take(caller.proxyCall)))
    throw new ServiceError("PROXY_SIGNATURE_INVALID", { detail: `${caller.id}: repeated` });
  return host;
}

function isEnrolled(host: Row<"managedHosts">): host is EnrolledHost {
  return host.status === "enrolled" && host.signingKey !== null && host.sealingKey !== null;
}
