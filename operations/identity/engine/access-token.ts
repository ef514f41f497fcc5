import { errors as joseErrors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { accessTokenAheadSeconds, accessTokenSeconds, tokenCacheMax } from "#domain/limits.ts";
import type { Store } from "#store/store.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { issuerOf, publicAddressOf } from "../../kernel/issuer.ts";
import { signingAlgorithm } from "./make-signing-key.ts";
import { activeSigningKey, isVerificationKey, verificationKey } from "./signing-keys.ts";

const tokenType = "at+jwt";
const accessTokenMaxCharacters = 4096;

const claimsSchema = z.object({
  sub: z.string().min(1),
  jti: z.string().min(1),
  /** The family of grants, which is the session. */
  gid: z.string().min(1),
  /** The user's token version when it was minted. */
  ver: z.int(),
  client_id: z.string().min(1),
  scope: z.string(),
  /** Seconds, as in every JWT. */
  iat: z.number(),
  exp: z.number(),
});

/** What an access token says. */
export type AccessTokenClaims = z.output<typeof claimsSchema>;

/** What a new access token is to say. */
export type NewAccessToken = Pick<AccessTokenClaims, "sub" | "gid" | "ver" | "client_id" | "scope">;

type TokenContext = Pick<ServiceContext, "store" | "clock" | "ids" | "settings">;

/** A token whose signature was good, and the id of the key that made it good. */
interface VerifiedToken {
  readonly token: string;
  readonly kid: string;
  readonly claims: AccessTokenClaims;
}

// Belongs to the store, as the keys do. A token is found by the end of its signature, for hashing all of it at each call would
// take longer than all else that is asked of it; then it is compared whole.
const foundBy = -32;
const verified = new WeakMap<Store, LRUCache<string, VerifiedToken>>();

/** Mints an access token. Not to be called inside a transaction. */
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
 * Reads an access token of ours that has not expired and is no older than our tokens get. Whether it was revoked is not
 * looked at.
 * @throws TOKEN_INVALID
 */
export async function verifyAccessToken(context: TokenContext, token: string): Promise<AccessTokenClaims> {
  const read = readAccessToken(context, token);
  const claims = read instanceof Promise ? await read : read;
  const nowSeconds = context.clock.now() / 1000;
  // Who had a key of ours could write any end into a token, and a beginning that is yet to come.
  if (Math.min(claims.exp, claims.iat + accessTokenSeconds) <= nowSeconds) throw tokenInvalid("expired");
  if (claims.iat > nowSeconds + accessTokenAheadSeconds) throw tokenInvalid("issued in the future");
  return claims;
}

/**
 * Reads an access token of ours, expired or not, whose key is still there; one that was read before at once.
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
  const useKey = async (header: { readonly kid?: string }) => {
    kid = header.kid ?? "";
    return keyOf(context, header.kid);
  };
  try {
    const { payload } = await jwtVerify(token, useKey, {
      algorithms: [signingAlgorithm],
      typ: tokenType,
      issuer: issuerOf(context.settings),
      audience: publicAddressOf(context.settings),
      requiredClaims: ["sub", "iat", "exp", "jti", "gid", "ver", "client_id", "scope"],
      currentDate: new Date(context.clock.now()),
    });
    return { kid, payload };
  } catch (error) {
    // jose checks the signature before any claim, so an expired token that reaches this was ours.
    if (error instanceof joseErrors.JWTExpired) return { kid, payload: error.payload };
    if (error instanceof joseErrors.JOSEError)
      throw new ServiceError("TOKEN_INVALID", { detail: error.code, cause: error });
    throw error;
  }
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

/** The refusal of a token; `detail` is for the log alone. */
export function tokenInvalid(detail: string): ServiceError {
  return new ServiceError("TOKEN_INVALID", { detail });
}
