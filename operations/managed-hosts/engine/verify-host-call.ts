import type { ServiceContext } from "../../kernel/context.ts";
import { type BodyCheck, type IncomingProxyCall, verifySignedCall } from "../../proxies/engine/verify-call.ts";
import { enrolledHostNow } from "../../vault/engine/host-rows.ts";

/**
 * Makes sure by the headers of a call that an enrolled managed host has signed it just now, as proxies sign theirs; of a stranger's
 * call no body is read.
 * @throws PROXY_SIGNATURE_INVALID, PROXY_VERSION_REFUSED
 */
export function verifyHostCall(context: ServiceContext, incoming: IncomingProxyCall): Promise<BodyCheck> {
  return verifySignedCall(context, incoming, async (id) => {
    const host = await enrolledHostNow(context, id);
    return host && { kind: "managedHost", id, signingKey: host.signingKey };
  });
}
