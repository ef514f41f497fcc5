import { ServiceError } from "#domain/errors.ts";
import { isPrivateAddress } from "#platform/nodes/node-address.ts";

/**
 * Requires an address whose traffic no one can read: https everywhere, http on this machine only.
 * @throws INPUT_INVALID
 */
export function requireNodeAddress(address: string, target = "publicAddress"): void {
  if (isPrivateAddress(address)) return;
  const message =
    "The address of a node must begin with https:// (http:// only on this machine), without user name and query.";
  throw new ServiceError("INPUT_INVALID", { target, message });
}
