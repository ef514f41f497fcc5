import { SignJWT } from "jose";

import { Secret } from "#connectors/contract/index.ts";
import { accessTokenSeconds } from "#domain/limits.ts";

import type { ServiceContext } from "../../context.ts";
import { issuerOf } from "./issuer.ts";
import { signingAlgorithm } from "./make-signing-key.ts";
import { activeSigningKey } from "./signing-keys.ts";

/** What an ID token is to say: who signed in to which client, and when. */
export interface NewIdToken {
  readonly sub: string;
  readonly clientId: string;
  /** What the client sent along, so that it knows the token was made for its request. */
  readonly nonce: string | null;
  /** Moment of the sign-in, in milliseconds. */
  readonly signedInAt: number;
}

/**
 * Mints an ID token (OpenID Connect Core, 2). Its type and audience differ from an access token's, so neither is taken for
 * the other. Not to be called inside a transaction.
 */
export async function mintIdToken(
  context: Pick<ServiceContext, "store" | "clock" | "settings">,
  { sub, clientId, nonce, signedInAt }: NewIdToken,
): Promise<Secret> {
  const { kid, key } = await activeSigningKey(context);
  const nowSeconds = Math.floor(context.clock.now() / 1000);
  const claims = { auth_time: Math.floor(signedInAt / 1000), ...(nonce === null ? {} : { nonce }) };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: signingAlgorithm, typ: "JWT", kid })
    .setIssuer(issuerOf(context.settings))
    .setAudience(clientId)
    .setSubject(sub)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + accessTokenSeconds)
    .sign(key);
  return new Secret(token);
}
