import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  randomBytes,
  type CipherGCMTypes,
  type KeyObject,
} from "node:crypto";

import { Secret } from "#connectors/contract/index.ts";

import { createFingerprints, type Fingerprints } from "./fingerprints.ts";
import { type KeyFacts, keyRingIds, type KeyRingPlace, openKeyRingFile, type KeyRingFile } from "./key-ring-file.ts";
import { createSignatures, type Signatures } from "./signatures.ts";

/** Place of a sealed text, which can be opened at no other place. */
export interface SealedPlace {
  readonly table: string;
  /** Primary key of the row. */
  readonly key: string;
  readonly column: string;
}

/** Sealing of secrets for the database (envelope encryption: each text has a key of its own, wrapped by a key of the ring). */
export interface KeyRing extends Fingerprints, Signatures {
  /** Seals a secret for one place. */
  seal(secret: Secret, at: SealedPlace): string;
  /**
   * Opens a sealed text.
   * @throws KeyRingError when it was altered or moved, or its key is unknown
   */
  unseal(text: string, at: SealedPlace): Secret;
  /** Wraps the text's own key with the active key; the text itself stays as it is. */
  rewrap(text: string, at: SealedPlace): string;
  /** Returns true if a text is wrapped with a key that is no longer the active one. */
  needsRewrap(text: string): boolean;
  /** Adds a new active key and returns its ID; older keys stay until no text is wrapped with them. */
  rotate(): Promise<string>;
  /** Returns the ID of the key that seals now. */
  current(): string;
  /** Returns the IDs of all keys of the ring, including removed ones. */
  ids(): readonly string[];
  /** Returns the facts of the keys, as the file has them now, the oldest first. */
  facts(): readonly KeyFacts[];
  /** Removes an older key except for what verifies fingerprints and signatures; the caller has made sure that no text needs it. */
  remove(kid: string): Promise<void>;
  /** Returns true if only a passphrase opens the file of the ring. */
  isWrapped(): boolean;
  /**
   * Wraps the file of the ring by the passphrase of the settings, or by that of another file, and returns where the passphrase came from.
   * @throws RingPassphraseError
   */
  wrap(otherFile?: string): Promise<string>;
  /** Writes the file of the ring in clear. */
  unwrap(): Promise<void>;
  /** Returns the text of the file of the ring in clear, wrapped or not. */
  inClear(): Secret;
}

/** Error for a sealed text that cannot be opened; never carries any part of it. */
export class KeyRingError extends Error {
  override readonly name = "KeyRingError";
}

const version = "v1";

/** Returns the beginning of each text that a key has sealed. */
export const sealedStart = (kid: string): string => `${version}|${kid}|`;
const algorithm: CipherGCMTypes = "aes-256-gcm";
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

interface Parts {
  readonly kid: string;
  readonly wrapped: Buffer;
  readonly iv: Buffer;
  readonly tag: Buffer;
  readonly text: Buffer;
}

/**
 * Opens the key ring of a data folder; the first start makes it.
 * @throws RingPassphraseError when it is wrapped, and the passphrase is missing or wrong
 */
export function createKeyRing(place: KeyRingPlace): KeyRing {
  const file = openKeyRingFile(place);
  return {
    seal: (secret, at) => secret.use((plaintext) => seal(file, plaintext, at)),
    unseal: (text, at) => unseal(file, text, at),
    rewrap: (text, at) => rewrap(file, text, at),
    needsRewrap: (text) => parse(text).kid !== file.active().kid,
    rotate: () => file.rotate(),
    current: () => file.active().kid,
    ids: () => keyRingIds(place.folder),
    facts: () => file.facts(),
    remove: (kid) => file.remove(kid),
    isWrapped: () => file.isWrapped(),
    wrap: (otherFile) => file.wrap(otherFile),
    unwrap: () => file.unwrap(),
    inClear: () => file.inClear(),
    ...createFingerprints(file),
    ...createSignatures(file),
  };
}

function seal(file: KeyRingFile, plaintext: string, at: SealedPlace): string {
  const { kid, key } = file.active();
  const ownKey = randomBytes(keyBytes);
  const { iv, tag, text } = encrypt(createSecretKey(ownKey), Buffer.from(plaintext, "utf8"), placeData(at));
  const wrapped = wrap(key, ownKey, wrapData(kid, at));
  ownKey.fill(0);
  return format({ kid, wrapped, iv, tag, text });
}

function unseal(file: KeyRingFile, sealed: string, at: SealedPlace): Secret {
  const parts = parse(sealed);
  const ownKey = unwrap(file, parts, at);
  const plaintext = decrypt(createSecretKey(ownKey), parts, placeData(at));
  ownKey.fill(0);
  return new Secret(plaintext.toString("utf8"));
}

function rewrap(file: KeyRingFile, sealed: string, at: SealedPlace): string {
  const parts = parse(sealed);
  const { kid, key } = file.active();
  const ownKey = unwrap(file, parts, at);
  const wrapped = wrap(key, ownKey, wrapData(kid, at));
  ownKey.fill(0);
  return format({ ...parts, kid, wrapped });
}

function wrap(key: KeyObject, ownKey: Buffer, data: Buffer): Buffer {
  const { iv, tag, text } = encrypt(key, ownKey, data);
  return Buffer.concat([iv, tag, text]);
}

function unwrap(file: KeyRingFile, { kid, wrapped }: Parts, at: SealedPlace): Buffer {
  const key = file.find(kid);
  if (!key)
    throw new KeyRingError(
      `The key ring has no key ${kid}, or it was removed. Restore the key ring file that belongs to this database.`,
    );
  const iv = wrapped.subarray(0, ivBytes);
  const tag = wrapped.subarray(ivBytes, ivBytes + tagBytes);
  return decrypt(key, { iv, tag, text: wrapped.subarray(ivBytes + tagBytes) }, wrapData(kid, at));
}

function encrypt(key: KeyObject, plaintext: Buffer, data: Buffer): Pick<Parts, "iv" | "tag" | "text"> {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(data);
  const text = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return { iv, tag: cipher.getAuthTag(), text };
}

function decrypt(key: KeyObject, { iv, tag, text }: Pick<Parts, "iv" | "tag" | "text">, data: Buffer): Buffer {
  try {
    const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(data).setAuthTag(tag);
    return Buffer.concat([decipher.update(text), decipher.final()]);
  } catch (cause) {
    throw new KeyRingError("A sealed text was altered or belongs to another place.", { cause });
  }
}

// JSON keeps the parts apart whatever they contain, so no two places share their additional data.
function placeData(at: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify([at.table, at.key, at.column, version]));
}

function wrapData(kid: string, at: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify([kid, at.table, at.key, at.column, version]));
}

function format({ kid, wrapped, iv, tag, text }: Parts): string {
  return [version, kid, ...[wrapped, iv, tag, text].map((part) => part.toString("base64url"))].join("|");
}

function parse(sealed: string): Parts {
  const [given, kid, ...rest] = sealed.split("|");
  const [wrapped, iv, tag, text] = rest.map((part) => Buffer.from(part, "base64url"));
  if (given !== version || !kid || !wrapped || !iv || !tag || !text || rest.length !== 4) {
    throw new KeyRingError("A sealed text does not have the form v1|kid|wrapped key|iv|tag|text.");
  }
  return { kid, wrapped, iv, tag, text };
}
