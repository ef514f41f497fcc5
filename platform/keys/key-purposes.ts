import { createPrivateKey, hkdfSync, type KeyObject } from "node:crypto";

/** What fingerprints are made for; a key that is removed leaves behind what checks these, so each has to stand here. */
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

/** What texts are signed for; a key that is removed leaves behind what checks these, so each has to stand here. */
export const signaturePurposes = ["request ledger"] as const;

/** What a fingerprint is made for. */
export type FingerprintPurpose = (typeof fingerprintPurposes)[number];

/** What a text is signed for. */
export type SignaturePurpose = (typeof signaturePurposes)[number];

const derivedBytes = 32;
/** What stands before the seed of an Ed25519 key in PKCS #8 (RFC 8410). */
const seedPrefix = Buffer.from("302e020100300506032b657004220420", "hex");

/** The bytes by which a key of the ring makes fingerprints of one purpose (RFC 5869). */
export function fingerprintKeyOf(key: KeyObject, purpose: FingerprintPurpose): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", `fingerprint ${purpose}`, derivedBytes));
}

/** The private key by which a key of the ring signs for one purpose (RFC 5869). */
export function signatureKeyOf(key: KeyObject, purpose: SignaturePurpose): KeyObject {
  const seed = Buffer.from(hkdfSync("sha256", key, "", `signature ${purpose}`, derivedBytes));
  const made = createPrivateKey({ key: Buffer.concat([seedPrefix, seed]), format: "der", type: "pkcs8" });
  seed.fill(0);
  return made;
}
