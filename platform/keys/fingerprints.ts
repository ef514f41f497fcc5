import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";

import type { KeyRingFile } from "./key-ring-file.ts";

/** Keyed fingerprints of texts: nobody without the key ring can make one, or find the text by trying. */
export interface Fingerprints {
  /** The fingerprint of a text for one purpose, as `kid.mac`; the same text gives the same one until a key rotation. */
  fingerprint(purpose: string, text: string): string;
  /** The fingerprint of a text with a certain key of the ring. @throws Error when the ring does not have it */
  fingerprintWith(kid: string, purpose: string, text: string): string;
  /** True where a fingerprint was made of this text for this purpose, with any key of the ring. */
  isFingerprint(purpose: string, text: string, fingerprint: string): boolean;
}

const keyBytes = 32;

/** Makes fingerprints with the keys of a key ring file; each purpose has a key of its own, derived from them (RFC 5869). */
export function createFingerprints(file: KeyRingFile): Fingerprints {
  const derived = new Map<string, KeyObject>();

  function keyFor(purpose: string, kid: string, key: KeyObject): KeyObject {
    const name = `${kid} ${purpose}`;
    const known = derived.get(name);
    if (known) return known;
    const made = createSecretKey(Buffer.from(hkdfSync("sha256", key, "", `fingerprint ${purpose}`, keyBytes)));
    derived.set(name, made);
    return made;
  }

  const made = (kid: string, key: KeyObject, purpose: string, text: string) =>
    `${kid}.${mac(keyFor(purpose, kid, key), text).toString("base64url")}`;

  return {
    fingerprint(purpose, text) {
      const { kid, key } = file.active();
      return made(kid, key, purpose, text);
    },
    fingerprintWith(kid, purpose, text) {
      const key = file.find(kid);
      if (key === undefined) throw new Error(`The key ring has no key ${kid}.`);
      return made(kid, key, purpose, text);
    },
    isFingerprint(purpose, text, fingerprint) {
      const [kid = "", given = ""] = fingerprint.split(".");
      const key = file.find(kid);
      if (key === undefined) return false;
      // The texts are compared too: base64url has several spellings of the same bytes.
      const expected = mac(keyFor(purpose, kid, key), text);
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
