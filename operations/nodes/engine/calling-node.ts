import { ServiceError } from "#domain/errors.ts";
import { takesPart } from "#domain/node-states.ts";
import { signingJwk } from "#platform/nodes/node-keys.ts";

import type { CallContext, ServiceContext } from "../../kernel/context.ts";
import { takeCall } from "../../proxies/engine/keyed-callers.ts";
import { type BodyCheck, type IncomingProxyCall, verifySignedCall } from "../../proxies/engine/verify-call.ts";
import { type KnownNode, knownNode, pinNode } from "./known-node.ts";

/**
 * Authenticates a call by its headers: another node must have just signed it with the key that is pinned here. The body of a stranger's call
 * is never read.
 * @throws PROXY_SIGNATURE_INVALID
 */
export function verifyNodeCall(context: ServiceContext, incoming: IncomingProxyCall): Promise<BodyCheck> {
  return verifySignedCall(context, incoming, async (id) => {
    const node = await knownNode(context, id);
    return node && { kind: "node", id, signingKey: signingJwk(node.signingKey) };
  });
}

/**
 * Returns the calling node, which must take part.
 * @throws NODE_PAUSED, NODE_EXPELLED, PROXY_SIGNATURE_INVALID
 */
export async function callingNode(context: Pick<CallContext, "store" | "caller">): Promise<KnownNode> {
  const { id } = context.caller;
  const node = await knownNode(context, id);
  if (node === undefined) throw new ServiceError("PROXY_SIGNATURE_INVALID", { detail: id });
  requirePart(node);
  return node;
}

/**
 * Refuses a node that takes no part.
 * @throws NODE_PAUSED, NODE_EXPELLED
 */
export function requirePart({ state, name }: Pick<KnownNode, "state" | "name">): void {
  if (takesPart(state)) return;
  throw new ServiceError(state === "expelled" ? "NODE_EXPELLED" : "NODE_PAUSED", { detail: name });
}

/** Accepts the call of a node in the current transaction: it is new, its keys are pinned, and it was seen. */
export async function takeNodeCall(context: CallContext, node: KnownNode): Promise<void> {
  await takeCall(context);
  await pinNode(context, node);
  await context.store.save("nodeLinks", { name: node.name, lastSeenAt: context.clock.now() });
}

/** Returns the nonce of the call of a node. */
export function nonceOf({ id, proxyCall = "" }: Pick<CallContext["caller"], "id" | "proxyCall">): string {
  return proxyCall.slice(`${id} `.length);
}
