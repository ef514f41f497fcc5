import { createHash, createPublicKey, type KeyObject, timingSafeEqual, verify } from "node:crypto";

import { z } from "zod";

import type { PublicKey } from "#domain/proxies/public-key.ts";

const coordinate = z.string().regex(/^[A-Za-z0-9_-]{43}$/, "must be 32 bytes as base64url");

/** Schema of the public half of an Ed25519 pair as a JWK. */
export const signingKeySchema = z.strictObject({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: coordinate });

/** Schema of the public half of an X25519 pair as a JWK. */
export const sealingKeySchema = z.strictObject({ kty: z.literal("OKP"), crv: z.literal("X25519"), x: coordinate });

/** Schema of a signature as base64url. */
export const signatureSchema = z.string().regex(/^[A-Za-z0-9_-]{86}$/, "must be 64 bytes as base64url");

/** Reports whether a text was signed with the private half of a proxy's key. */
export function isSignedBy(key: PublicKey, text: string, signature: string): boolean {
  if (!signatureSchema.safeParse(signature).success) return false;
  return verify(null, Buffer.from(text), keyObject(key), Buffer.from(signature, "base64url"));
}

// Parsing a key takes as long as using it, and each call of a proxy is signed with the same one.
const keyObjects = new Map<string, KeyObject>();
const keyObjectsMax = 1_000;

function keyObject(key: PublicKey): KeyObject {
  const name = `${key["crv"]} ${key["x"]}`;
  const known = keyObjects.get(name);
  if (known !== undefined) return known;
  const made = createPublicKey({ key, format: "jwk" });
  if (keyObjects.size >= keyObjectsMax) keyObjects.clear();
  keyObjects.set(name, made);
  return made;
}

/** Returns the SHA-256 as base64url, the only stored form of enrollment tokens. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url");
}

/** Compares two hashes in constant time. */
export function sameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
