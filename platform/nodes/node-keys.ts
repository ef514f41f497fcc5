import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";

import { Secret } from "#connectors/contract/index.ts";

/** Public halves of a node's keys, as base64url of their 32 bytes. */
export interface PublicNodeKeys {
  /** Ed25519. */
  readonly signingKey: string;
  /** X25519. */
  readonly sealingKey: string;
}

/** Keys of a node with their private halves. */
export interface NodeKeys extends PublicNodeKeys {
  readonly signingSecret: Secret;
  readonly sealingSecret: Secret;
}

/** Makes the keys of a node. */
export function makeNodeKeys(): NodeKeys {
  const signing = halves(generateKeyPairSync("ed25519").privateKey);
  const sealing = halves(generateKeyPairSync("x25519").privateKey);
  return {
    signingKey: signing.x,
    sealingKey: sealing.x,
    signingSecret: new Secret(signing.d),
    sealingSecret: new Secret(sealing.d),
  };
}

/** Signs a text with the keys of a node; returns the signature as base64url. */
export function signAsNode({ signingKey: x, signingSecret }: NodeKeys, text: string): string {
  const key = signingSecret.use((d) => createPrivateKey({ key: { ...signingJwk(x), d }, format: "jwk" }));
  return sign(null, Buffer.from(text), key).toString("base64url");
}

const signatureForm = /^[A-Za-z0-9_-]{86}$/;

/** Returns true if a text was signed with the keys of a node. */
export function isSignedByNode({ signingKey }: Pick<PublicNodeKeys, "signingKey">, text: string, signature: string) {
  if (!signatureForm.test(signature)) return false;
  const key = createPublicKey({ key: signingJwk(signingKey), format: "jwk" });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
}

/** Returns the public signing key of a node as a JWK. */
export function signingJwk(x: string) {
  return { kty: "OKP", crv: "Ed25519", x } as const;
}

/** Returns the public sealing key of a node as a JWK. */
export function sealingJwk(x: string) {
  return { kty: "OKP", crv: "X25519", x } as const;
}

function halves(key: KeyObject): { readonly x: string; readonly d: string } {
  const { x = "", d = "" } = key.export({ format: "jwk" }) satisfies JsonWebKey;
  return { x, d };
}
