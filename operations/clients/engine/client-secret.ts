import { Secret } from "#connectors/contract/index.ts";
import type { Ids } from "#platform/ids.ts";

import { hashOf } from "../../identity/engine/client.ts";

/** A new secret of a client, and the hash of it that is kept: 256 random bits need no slow hash. */
export function newSecret(ids: Ids): { readonly secret: Secret; readonly secretHash: string } {
  const secret = new Secret(ids.token());
  return { secret, secretHash: hashOf(secret) };
}
