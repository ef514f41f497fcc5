import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";

import { sha256 } from "../../proxies/engine/signatures.ts";

const form = /^(?<secret>[A-Za-z0-9_-]{43})\.(?<fingerprint>[A-Za-z0-9_-]{43})$/;

/** Parts of the token of an invitation. */
export interface JoinToken {
  /** Secret that the inviting node knows by its hash. */
  readonly secret: string;
  /** Hash of the signing key of the inviting node. */
  readonly fingerprint: string;
}

/** Returns the token of an invitation: its secret, and the fingerprint by which the joining node knows the inviting one. */
export function tokenOf(secret: string, signingKey: string): Secret {
  return new Secret(`${secret}.${sha256(signingKey)}`);
}

/**
 * Returns the parts of a token.
 * @throws NODE_TOKEN_INVALID
 */
export function partsOfToken(token: string): JoinToken {
  const { secret, fingerprint } = form.exec(token.trim())?.groups ?? {};
  if (secret === undefined || fingerprint === undefined)
    throw new ServiceError("NODE_TOKEN_INVALID", { target: "token" });
  return { secret, fingerprint };
}
