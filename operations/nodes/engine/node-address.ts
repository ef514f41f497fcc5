import { ServiceError } from "#domain/errors.ts";
import { nodeAddressProblem } from "#domain/nodes/node-address.ts";

/**
 * Requires an address whose traffic no one else can read.
 * @throws INPUT_INVALID
 */
export function requireNodeAddress(address: string): void {
  const problem = nodeAddressProblem(address);
  if (problem !== undefined)
    throw new ServiceError("INPUT_INVALID", { target: "publicAddress", message: `publicAddress: ${problem}.` });
}
