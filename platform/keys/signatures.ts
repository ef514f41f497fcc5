import { createPublicKey, type JsonWebKey, type KeyObject, sign as signBytes, verify } from "node:crypto";

import { signatureKeyOf, type SignaturePurpose } from "./key-purposes.ts";
import type { KeyRingFile } from "./key-ring-file.ts";

/** Signatures of texts (Ed25519) that others can verify without the key ring, and that only its holder can make. */
export interface Signatures {
  /** Signs a text for one purpose; returns `kid.signature`. */
  sign(purpose: SignaturePurpose, text: string): string;
  /** Returns true if a signature was made of this text for this purpose, with any key of the ring. */
  isSignature(purpose: SignaturePurpose, text: string, signature: string): boolean;
  /** Returns the public key that verifies a signature; undefined if the ring does not have its key. */
  publicKeyOf(purpose: SignaturePurpose, signature: string): JsonWebKey | undefined;
}

/** Makes signatures with the keys of a key ring file; each purpose has a key pair of its own, derived from them. */
export function createSignatures(file: KeyRingFile): Signatures {
  const derived = new Map<string, KeyObject>();

  function privateKeyFor(purpose: SignaturePurpose, kid: string, key: KeyObject): KeyObject {
    const name = `${kid} ${purpose}`;
    const known = derived.get(name);
    if (known) return known;
    const made = signatureKeyOf(key, purpose);
    derived.set(name, made);
    return made;
  }

  function publicKeyFor(purpose: SignaturePurpose, signature: string): KeyObject | undefined {
    const [kid = ""] = signature.split(".");
    const key = file.find(kid);
    if (key) return createPublicKey(privateKeyFor(purpose, kid, key));
    const left = file.left(kid)?.signatures[purpose];
    return left && createPublicKey({ key: left, format: "der", type: "spki" });
  }

  return {
    sign(purpose, text) {
      const { kid, key } = file.active();
      return `${kid}.${signBytes(null, Buffer.from(text), privateKeyFor(purpose, kid, key)).toString("base64url")}`;
    },
    isSignature(purpose, text, signature) {
      const key = publicKeyFor(purpose, signature);
      const given = signature.slice(signature.indexOf(".") + 1);
      const bytes = Buffer.from(given, "base64url");
      // The texts are compared too: base64url has several spellings of the same bytes.
      return key !== undefined && bytes.toString("base64url") === given && verify(null, Buffer.from(text), key, bytes);
    },
    publicKeyOf: (purpose, signature) => publicKeyFor(purpose, signature)?.export({ format: "jwk" }),
  };
}
