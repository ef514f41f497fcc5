import { ServiceError } from "#domain/errors.ts";
import type { PublicKey } from "#domain/proxies/public-key.ts";
import { allOf, eq } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext, ServiceContext } from "../../kernel/context.ts";
import { takeCall } from "../../proxies/engine/keyed-callers.ts";

/** An enrolled managed host, with its keys. */
export type EnrolledHost = Row<"managedHosts"> & { readonly signingKey: PublicKey; readonly sealingKey: PublicKey };

/** Returns the enrolled managed host of an account; there is at most one. */
export async function enrolledHostOf(
  { store }: Pick<ServiceContext, "store">,
  managedAccountKey: string,
): Promise<EnrolledHost | undefined> {
  const where = allOf(eq("managedAccountKey", managedAccountKey), eq("status", "enrolled"));
  return (await store.select("managedHosts", { where })).find(isEnrolled);
}

/**
 * Returns the calling managed host, as its row is now and locked. This also accepts its call, in the transaction of the requested work.
 * @throws PROXY_SIGNATURE_INVALID if it was revoked, or if the call was accepted before
 */
export async function callingHost({ store, caller }: Pick<CallContext, "store" | "caller">): Promise<EnrolledHost> {
  const host = await store.lock("managedHosts", caller.id);
  if (host === undefined || !isEnrolled(host)) throw new ServiceError("PROXY_SIGNATURE_INVALID", { detail: caller.id });
  await takeCall({ store, caller });
  return host;
}

function isEnrolled(host: Row<"managedHosts">): host is EnrolledHost {
  return host.status === "enrolled" && host.signingKey !== null && host.sealingKey !== null;
}
