import type { ServiceContext } from "../../kernel/context.ts";
import { type BodyCheck, type IncomingProxyCall, verifySignedCall } from "../../proxies/engine/verify-call.ts";
import { enrolledHostNow } from "../../vault/engine/host-rows.ts";

/**
 * Authenticates a call by its headers: an enrolled managed host must have just signed it, like proxies sign theirs. The body of a
 * stranger's call is never read.
 * @throws PROXY_SIGNATURE_INVALID, PROXY_VERSION_REFUSED
 */
export function verifyHostCall(context: ServiceContext, incoming: IncomingProxyCall): Promise<BodyCheck> {
  return verifySignedCall(context, incoming, async (id) => {
    const host = await enrolledHostNow(context, id);
    return host && { kind: "managedHost", id, signingKey: host.signingKey };
  });
}
