import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

import { calculateJwkThumbprint } from "jose";

import type { Secret } from "#connectors/contract/index.ts";
import type { ServiceError } from "#domain/errors.ts";

/** Makes the refusal of a file that cannot be sealed or opened, in words. */
export type RefuseFile = (message: string) => ServiceError;

const algorithms: Readonly<Record<string, string>> = {
  rsa: "RSA-OAEP-256",
  ec: "ECDH-ES+A256KW",
  x25519: "ECDH-ES+A256KW",
};
const curves: readonly string[] = ["prime256v1", "secp384r1", "secp521r1"];
const rsaBitsMin = 2048;

/**
 * Parses the public key of a recipient: PEM (also a certificate) or JWK.
 * @throws ServiceError, the refusal, if nothing can be sealed to it
 */
export function recipientKey(text: string, refuse: RefuseFile): KeyObject {
  if (/PRIVATE KEY/.test(text) || isPrivateJwk(text))
    throw refuse("The recipient's file holds a private key. Give the public key; the private one stays with them.");
  const key = readKey(() => createPublicKey(keyInput(text)), "The recipient's file is no public key", refuse);
  requireUsable(key, refuse);
  return key;
}

/**
 * Parses the private key of a recipient: PEM or JWK, with its passphrase if it has one.
 * @throws ServiceError, the refusal, if it cannot be read
 */
export function recipientPrivateKey(text: string, passphrase: Secret | undefined, refuse: RefuseFile): KeyObject {
  const input = keyInput(text);
  if (typeof input !== "string") return readKey(() => createPrivateKey(input), noPrivateKey, refuse);
  const read = (words?: string) =>
    createPrivateKey({ key: input, ...(words === undefined ? {} : { passphrase: words }) });
  return readKey(() => (passphrase === undefined ? read() : passphrase.use(read)), noPrivateKey, refuse);
}

const noPrivateKey = "The file is no private key, or its passphrase is missing or another one (--key-passphrase-file)";

/** Returns the JWE algorithm for sealing to a key; undefined if there is none. */
export function algorithmOf(key: KeyObject): string | undefined {
  return algorithms[key.asymmetricKeyType ?? ""];
}

/** Returns the fingerprint of a public key, or of a private key's public half (RFC 7638). */
export function keyFingerprint(key: KeyObject): Promise<string> {
  const half = key.type === "private" ? createPublicKey(key) : key;
  return calculateJwkThumbprint(half.export({ format: "jwk" }));
}

function requireUsable(key: KeyObject, refuse: RefuseFile): void {
  const { modulusLength = rsaBitsMin, namedCurve } = key.asymmetricKeyDetails ?? {};
  const usable = algorithmOf(key) !== undefined && modulusLength >= rsaBitsMin;
  if (usable && (namedCurve === undefined || curves.includes(namedCurve))) return;
  throw refuse(
    `Nothing can be sealed to this key (${namedCurve ?? key.asymmetricKeyType}, ${modulusLength} bits). Give one of RSA from ${rsaBitsMin} bits, X25519, P-256, P-384 or P-521.`,
  );
}

function readKey(read: () => KeyObject, failure: string, refuse: RefuseFile): KeyObject {
  try {
    return read();
  } catch (cause) {
    throw refuse(`${failure}: give it as PEM or JWK.${cause instanceof Error ? ` (${cause.message})` : ""}`);
  }
}

function keyInput(text: string): string | { key: Record<string, unknown>; format: "jwk" } {
  const jwk = jwkIn(text);
  return jwk === undefined ? text : { key: jwk, format: "jwk" };
}

function isPrivateJwk(text: string): boolean {
  return jwkIn(text)?.["d"] !== undefined;
}

function jwkIn(text: string): Record<string, unknown> | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
