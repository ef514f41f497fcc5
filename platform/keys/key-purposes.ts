import { createPrivateKey, hkdfSync, type KeyObject } from "node:crypto";

/** Purposes of fingerprints; a removed key leaves behind the means to verify these, so each purpose must be listed here. */
export const fingerprintPurposes = [
  "audit chain",
  "audit row",
  "audit row on the chain",
  "audited secret",
  "audited words",
  "earlier password",
  "kept answers",
  "key ring record",
  "request ledger",
  "session in a browser",
] as const;

/** Purposes of signatures; a removed key leaves behind the means to verify these, so each purpose must be listed here. */
export const signaturePurposes = ["request ledger"] as const;

/** Purpose of a fingerprint. */
export type FingerprintPurpose = (typeof fingerprintPurposes)[number];

/** Purpose of a signature. */
export type SignaturePurpose = (typeof signaturePurposes)[number];

const derivedBytes = 32;
/** Bytes before the seed of an Ed25519 key in PKCS #8 (RFC 8410). */
const seedPrefix = Buffer.from("302e020100300506032b657004220420", "hex");

/** Returns the bytes with which a key of the ring makes fingerprints of one purpose (RFC 5869). */
export function fingerprintKeyOf(key: KeyObject, purpose: FingerprintPurpose): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", `fingerprint ${purpose}`, derivedBytes));
}

/** Returns the private key with which a key of the ring signs for one purpose (RFC 5869). */
export function signatureKeyOf(key: KeyObject, purpose: SignaturePurpose): KeyObject {
  const seed = Buffer.from(hkdfSync("sha256", key, "", `signature ${purpose}`, derivedBytes));
  const made = createPrivateKey({ key: Buffer.concat([seedPrefix, seed]), format: "der", type: "pkcs8" });
  seed.fill(0);
  return made;
}
