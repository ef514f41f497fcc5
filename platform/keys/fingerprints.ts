import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

import { fingerprintKeyOf, type FingerprintPurpose } from "./key-purposes.ts";
import type { KeyRingFile } from "./key-ring-file.ts";

/** Keyed fingerprints of texts: without the key ring, no one can make one or find the text by guessing. */
export interface Fingerprints {
  /** Returns the fingerprint of a text for one purpose, as `kid.mac`; the same text has the same one until a key rotation. */
  fingerprint(purpose: FingerprintPurpose, text: string): string;
  /**
   * Returns the fingerprint of a text with a certain key of the ring.
   * @throws Error when the ring does not have it
   */
  fingerprintWith(kid: string, purpose: FingerprintPurpose, text: string): string;
  /**
   * Returns true if a fingerprint was made of this text for this purpose, with any key of the ring; compares the codes in constant time.
   */
  isFingerprint(purpose: FingerprintPurpose, text: string, fingerprint: string): boolean;
}

/** Makes fingerprints with the keys of a key ring file; each purpose has a key of its own, derived from them. */
export function createFingerprints(file: KeyRingFile): Fingerprints {
  const derived = new Map<string, KeyObject>();

  function keyFor(purpose: FingerprintPurpose, kid: string): KeyObject | undefined {
    const name = `${kid} ${purpose}`;
    const known = derived.get(name);
    if (known) return known;
    const key = file.find(kid);
    const bytes = key ? fingerprintKeyOf(key, purpose) : file.left(kid)?.fingerprints[purpose];
    if (bytes === undefined) return undefined;
    const fresh = createSecretKey(bytes);
    derived.set(name, fresh);
    return fresh;
  }

  function made(kid: string, purpose: FingerprintPurpose, text: string): string {
    const key = keyFor(purpose, kid);
    if (key === undefined) throw new Error(`The key ring has no key ${kid}.`);
    return `${kid}.${mac(key, text).toString("base64url")}`;
  }

  return {
    fingerprint: (purpose, text) => made(file.active().kid, purpose, text),
    fingerprintWith: (kid, purpose, text) => made(kid, purpose, text),
    isFingerprint(purpose, text, fingerprint) {
      const [kid = "", given = ""] = fingerprint.split(".");
      const key = keyFor(purpose, kid);
      if (key === undefined) return false;
      // The texts are compared too: base64url has several spellings of the same bytes.
      const expected = mac(key, text);
      const bytes = Buffer.from(given, "base64url");
      return (
        bytes.length === expected.length &&
        timingSafeEqual(bytes, expected) &&
        fingerprint === `${kid}.${expected.toString("base64url")}`
      );
    },
  };
}

function mac(key: KeyObject, text: string): Buffer {
  return createHmac("sha256", key).update(text, "utf8").digest();
}
