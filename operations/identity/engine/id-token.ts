import { errors as joseErrors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { accessTokenSeconds } from "#domain/limits.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { issuerOf, issuerPath } from "../../kernel/issuer.ts";
import { signingAlgorithm } from "./make-signing-key.ts";
import { activeSigningKey, verificationKey } from "./signing-keys.ts";

const tokenType = "JWT";

/** Claims of a new ID token: the user, the client and the time. */
export interface NewIdToken {
  readonly sub: string;
  readonly clientId: string;
  /** Value sent by the client, which proves that the token was issued for its request. */
  readonly nonce: string | null;
  /** ID of the session: showing the token at sign-out ends it. */
  readonly sid: string;
  /** Time of the sign-in, milliseconds. */
  readonly signedInAt: number;
}

/**
 * Issues an ID token (OpenID Connect Core, 2). Its type and audience differ from an access token's, so neither passes for the other. Not to
 * be called inside a transaction.
 */
export async function mintIdToken(
  context: Pick<ServiceContext, "store" | "clock" | "settings" | "nodes">,
  { sub, clientId, nonce, sid, signedInAt }: NewIdToken,
): Promise<Secret> {
  const { kid, key } = await activeSigningKey(context);
  const nowSeconds = Math.floor(context.clock.now() / 1000);
  const claims = { sid, auth_time: Math.floor(signedInAt / 1000), ...(nonce === null ? {} : { nonce }) };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: signingAlgorithm, typ: tokenType, kid })
    .setIssuer(issuerOf(context.settings))
    .setAudience(clientId)
    .setSubject(sub)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + accessTokenSeconds)
    .sign(key);
  return new Secret(token);
}

const claimsSchema = z.object({ sub: z.string().min(1), aud: z.string().min(1), sid: z.string().min(1) });

/** Claims of an ID token shown to end its session. */
export type IdTokenClaims = z.output<typeof claimsSchema>;

/**
 * Reads an ID token of ours, no matter how long ago it expired: as a hint it outlives its expiry (OpenID Connect RP-Initiated Logout, 2).
 * Returns undefined if it is not ours, or its key is gone. Not to be called inside a transaction.
 */
export async function readIdToken(
  context: Pick<ServiceContext, "store" | "clock" | "settings" | "nodes">,
  token: string,
): Promise<IdTokenClaims | undefined> {
  const claims = claimsSchema.safeParse(await payloadOf(context, token));
  return claims.success ? claims.data : undefined;
}

async function payloadOf(
  context: Pick<ServiceContext, "store" | "clock" | "settings" | "nodes">,
  token: string,
): Promise<JWTPayload | undefined> {
  let isOwn = false;
  const keyOf = async ({ kid }: { readonly kid?: string }) => {
    const found = kid === undefined ? undefined : await verificationKey(context, kid);
    if (found === undefined) throw new joseErrors.JWKSNoMatchingKey();
    isOwn = found.isOwn;
    return found.key;
  };
  // Each node signs for its own address.
  const fitting = (payload: JWTPayload) => {
    const isFit = isOwn ? payload.iss === issuerOf(context.settings) : payload.iss?.endsWith(issuerPath) === true;
    return isFit ? payload : undefined;
  };
  try {
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: [signingAlgorithm],
      typ: tokenType,
      currentDate: new Date(context.clock.now()),
    });
    return fitting(payload);
  } catch (error) {
    // jose checks the signature before any claim, so an expired token that reaches this was ours.
    if (error instanceof joseErrors.JWTExpired) return fitting(error.payload);
    if (error instanceof joseErrors.JOSEError) return undefined;
    throw error;
  }
}
