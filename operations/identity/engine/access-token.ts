import { errors as joseErrors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { accessTokenAheadSeconds, accessTokenSeconds, tokenCacheMax } from "#domain/limits.ts";
import type { Store } from "#store/store.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { issuerAt, issuerOf, publicAddressOf } from "../../kernel/issuer.ts";
import { signingAlgorithm } from "./make-signing-key.ts";
import { activeSigningKey, isVerificationKey, verificationKey } from "./signing-keys.ts";

const tokenType = "at+jwt";
const accessTokenMaxCharacters = 4096;

const claimsSchema = z.object({
  sub: z.string().min(1),
  jti: z.string().min(1),
  /** Family of grants, which is the session. */
  gid: z.string().min(1),
  /** User's token version at the time of issue. */
  ver: z.int(),
  client_id: z.string().min(1),
  scope: z.string(),
  /** Times in seconds, as in every JWT. */
  iat: z.number(),
  exp: z.number(),
  iss: z.string(),
  aud: z.string(),
});

/** Claims of an access token. */
export type AccessTokenClaims = z.output<typeof claimsSchema>;

/** Claims of a new access token. */
export type NewAccessToken = Pick<AccessTokenClaims, "sub" | "gid" | "ver" | "client_id" | "scope">;

type TokenContext = Pick<ServiceContext, "store" | "clock" | "ids" | "settings" | "nodes">;

/** A token with a valid signature, and the ID of its key. */
interface VerifiedToken {
  readonly token: string;
  readonly kid: string;
  readonly claims: AccessTokenClaims;
}

// Belongs to the store, as the keys do. The end of the signature is the cache key, because hashing the whole token at each call would take
// longer than all other checks; then the whole token is compared.
const foundBy = -32;
const verified = new WeakMap<Store, LRUCache<string, VerifiedToken>>();

/** Issues an access token. Not to be called inside a transaction. */
export async function mintAccessToken(context: TokenContext, { sub, ...claims }: NewAccessToken): Promise<Secret> {
  const { kid, key } = await activeSigningKey(context);
  const nowSeconds = Math.floor(context.clock.now() / 1000);
  const token = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: signingAlgorithm, typ: tokenType, kid })
    .setIssuer(issuerOf(context.settings))
    .setAudience(publicAddressOf(context.settings))
    .setSubject(sub)
    .setJti(context.ids.guid())
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + accessTokenSeconds)
    .sign(key);
  return new Secret(token);
}

/**
 * Verifies an access token of the service: not expired, and no older than tokens may get. Revocation is not checked.
 * @throws TOKEN_INVALID
 */
export async function verifyAccessToken(context: TokenContext, token: string): Promise<AccessTokenClaims> {
  const read = readAccessToken(context, token);
  const claims = read instanceof Promise ? await read : read;
  const nowSeconds = context.clock.now() / 1000;
  // A holder of one of our keys could write any expiry into a token, and an issue time in the future.
  if (Math.min(claims.exp, claims.iat + accessTokenSeconds) <= nowSeconds) throw tokenInvalid("expired");
  if (claims.iat > nowSeconds + accessTokenAheadSeconds) throw tokenInvalid("issued in the future");
  return claims;
}

/**
 * Reads an access token of the service, expired or not, whose key still exists. A token that was read before is answered synchronously.
 * @throws TOKEN_INVALID
 */
export function readAccessToken(context: TokenContext, token: string): Promise<AccessTokenClaims> | AccessTokenClaims {
  if (token.length > accessTokenMaxCharacters) throw tokenInvalid("too long");
  const found = verifiedTokens(context.store).get(token.slice(foundBy));
  if (found?.token !== token) return readFirst(context, token);
  const isUsable = isVerificationKey(context, found.kid);
  if (isUsable === true) return found.claims;
  return isUsable === false
    ? readFirst(context, token)
    : isUsable.then((is) => (is ? found.claims : readFirst(context, token)));
}

async function readFirst(context: TokenContext, token: string): Promise<AccessTokenClaims> {
  const { kid, payload } = await verifySignature(context, token);
  const claims = claimsOf(payload);
  verifiedTokens(context.store).set(token.slice(foundBy), { token, kid, claims });
  return claims;
}

function verifiedTokens(store: Store): LRUCache<string, VerifiedToken> {
  const known = verified.get(store);
  if (known !== undefined) return known;
  const tokens = new LRUCache<string, VerifiedToken>({ max: tokenCacheMax });
  verified.set(store, tokens);
  return tokens;
}

async function verifySignature(context: TokenContext, token: string): Promise<{ kid: string; payload: JWTPayload }> {
  let kid = "";
  let isOwn = false;
  const useKey = async (header: { readonly kid?: string }) => {
    kid = header.kid ?? "";
    const found = await keyOf(context, header.kid);
    isOwn = found.isOwn;
    return found.key;
  };
  try {
    const { payload } = await jwtVerify(token, useKey, {
      algorithms: [signingAlgorithm],
      typ: tokenType,
      requiredClaims: ["sub", "iat", "exp", "jti", "gid", "ver", "client_id", "scope"],
      currentDate: new Date(context.clock.now()),
    });
    return { kid, payload: requireIssuer(context, payload, isOwn) };
  } catch (error) {
    // jose checks the signature before any claim, so an expired token that reaches this was ours.
    if (error instanceof joseErrors.JWTExpired) return { kid, payload: requireIssuer(context, error.payload, isOwn) };
    if (error instanceof joseErrors.JOSEError)
      throw new ServiceError("TOKEN_INVALID", { detail: error.code, cause: error });
    throw error;
  }
}

/** Requires the issuer and the audience of this node, or those of the node whose key has signed: each signs for its own address. */
function requireIssuer({ settings }: TokenContext, payload: JWTPayload, isOwn: boolean): JWTPayload {
  const { iss, aud } = payload;
  const isFit =
    typeof aud === "string" &&
    (isOwn ? iss === issuerOf(settings) && aud === publicAddressOf(settings) : iss === issuerAt(aud));
  if (!isFit) throw tokenInvalid("another issuer or audience");
  return payload;
}

async function keyOf(context: TokenContext, kid: string | undefined) {
  const key = kid === undefined ? undefined : await verificationKey(context, kid);
  if (key === undefined) throw tokenInvalid("no key with this kid");
  return key;
}

function claimsOf(payload: JWTPayload): AccessTokenClaims {
  const claims = claimsSchema.safeParse(payload);
  if (!claims.success) throw tokenInvalid("claims");
  return claims.data;
}

/** Makes the refusal of a token; `detail` is only for the log. */
export function tokenInvalid(detail: string): ServiceError {
  return new ServiceError("TOKEN_INVALID", { detail });
}
