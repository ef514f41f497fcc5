import { errors as joseErrors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { accessTokenSeconds, tokenCacheMax } from "#domain/limits.ts";
import { LruCache } from "#platform/lru-cache.ts";
import type { Store } from "#store/store.ts";

import type { ServiceContext } from "../context.ts";
import { issuerOf, publicAddressOf } from "./issuer.ts";
import { signingAlgorithm } from "./make-signing-key.ts";
import { activeSigningKey, verificationKey } from "./signing-keys.ts";

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

// Belongs to the store, as the keys do. Tokens are kept as they are: each call asks for one, and they live for minutes.
const verified = new WeakMap<Store, LruCache<string, AccessTokenClaims>>();

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
 * Reads an access token of ours that has not expired. Whether it was revoked is not looked at.
 * @throws TOKEN_INVALID
 */
export async function verifyAccessToken(context: TokenContext, token: string): Promise<AccessTokenClaims> {
  const claims = await readAccessToken(context, token);
  if (claims.exp * 1000 <= context.clock.now()) throw new ServiceError("TOKEN_INVALID", { detail: "expired" });
  return claims;
}

/**
 * Reads an access token of ours, expired or not.
 * @throws TOKEN_INVALID
 */
export async function readAccessToken(context: TokenContext, token: string): Promise<AccessTokenClaims> {
  if (token.length > accessTokenMaxCharacters) throw new ServiceError("TOKEN_INVALID", { detail: "too long" });
  const cache = verified.get(context.store) ?? new LruCache<string, AccessTokenClaims>(tokenCacheMax);
  verified.set(context.store, cache);
  const known = cache.get(token);
  if (known !== undefined) return known;
  const claims = claimsOf(await verifySignature(context, token));
  cache.set(token, claims);
  return claims;
}

async function verifySignature(context: TokenContext, token: string): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => keyOf(context, kid), {
      algorithms: [signingAlgorithm],
      typ: tokenType,
      issuer: issuerOf(context.settings),
      audience: publicAddressOf(context.settings),
      requiredClaims: ["sub", "iat", "exp", "jti", "gid", "ver", "client_id", "scope"],
      currentDate: new Date(context.clock.now()),
    });
    return payload;
  } catch (error) {
    // jose checks the signature before any claim, so an expired token that reaches this was ours.
    if (error instanceof joseErrors.JWTExpired) return error.payload;
    if (error instanceof joseErrors.JOSEError)
      throw new ServiceError("TOKEN_INVALID", { detail: error.code, cause: error });
    throw error;
  }
}

async function keyOf(context: TokenContext, kid: string | undefined) {
  const key = kid === undefined ? undefined : await verificationKey(context, kid);
  if (key === undefined) throw new ServiceError("TOKEN_INVALID", { detail: "no key with this kid" });
  return key;
}

function claimsOf(payload: JWTPayload): AccessTokenClaims {
  const claims = claimsSchema.safeParse(payload);
  if (!claims.success) throw new ServiceError("TOKEN_INVALID", { detail: "claims" });
  return claims.data;
}
