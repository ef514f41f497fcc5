import { createPublicKey, createSecretKey, randomBytes, type KeyObject } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";

import { writeFileDurably } from "../files/durable-file.ts";
import { withFileLock } from "../processes/file-lock.ts";
import { requirePrivateFile, requirePrivateFolder } from "../processes/private-folder.ts";
import {
  fingerprintKeyOf,
  fingerprintPurposes,
  type FingerprintPurpose,
  signatureKeyOf,
  signaturePurposes,
  type SignaturePurpose,
} from "./key-purposes.ts";
import { passphraseOfFile, type RingPassphrase, RingPassphraseError } from "./ring-passphrase.ts";
import { createRingWrap, type RingWrap, type WrappedRing, wrappedRing } from "./ring-wrap.ts";

/** Remains of a removed key: it opens and signs nothing, but verifies what was made with it. */
export interface LeftOfKey {
  readonly fingerprints: Readonly<Partial<Record<FingerprintPurpose, Buffer>>>;
  /** Public keys (SPKI). */
  readonly signatures: Readonly<Partial<Record<SignaturePurpose, Buffer>>>;
}

/** Public facts about a key of the ring. */
export interface KeyFacts {
  readonly kid: string;
  /** `current` seals, `older` opens what it has sealed, `removed` no longer opens anything. */
  readonly state: "current" | "older" | "removed";
  /** Time when the key was made, ISO 8601; a key is current from then on. */
  readonly createdAt: string;
  readonly removedAt?: string;
}

/** Folder of a key ring file, and the passphrase that opens it. */
export interface KeyRingPlace {
  /** The data folder. */
  readonly folder: string;
  /** Passphrase that opens a wrapped file, and wraps a new one; without it both are in clear. */
  readonly passphrase?: RingPassphrase | undefined;
}

/** Returns the IDs of the keys in the key ring file of a data folder; none if there is no file. */
export function keyRingIds(folder: string): readonly string[] {
  const path = join(folder, keyRingFileName);
  return statSync(path, { throwIfNoEntry: false }) ? idsOf(readStored(path)) : [];
}

/**
 * Returns the IDs of the keys in the text of a key ring file, wrapped or not.
 * @throws Error when it is no key ring
 */
export function keyRingIdsIn(text: string): readonly string[] {
  return idsOf(parseStored(text, "This"));
}

/** Name of the key ring file in the data folder. */
export const keyRingFileName = "keys.json";

/** Milliseconds after which a process checks again whether another one has changed the file. */
const lookAgainMs = 500;

const keyBytes = 32;
const base64Texts = z.record(z.string(), z.base64url());
const schema = z.strictObject({
  active: z.string(),
  keys: z.record(
    z.string(),
    z.union([
      z.strictObject({ key: z.base64url(), createdAt: z.string() }),
      z.strictObject({
        createdAt: z.string(),
        removedAt: z.string(),
        fingerprints: base64Texts,
        signatures: base64Texts,
      }),
    ]),
  ),
});
type Content = z.infer<typeof schema>;
type Stored = Content | WrappedRing;

type Change = (content: Content) => Content;

/**
 * Opens the key ring file of a data folder and makes it when it is absent.
 * @throws NotPrivateError when others than the owner may enter the folder or read the file
 * @throws RingPassphraseError when it is wrapped, and the passphrase is missing or wrong
 * @throws Error when the file is not a key ring
 */
export function openKeyRingFile({ folder, passphrase }: KeyRingPlace): KeyRingFile {
  const path = join(folder, keyRingFileName);
  const wrap = createRingWrap(path, passphrase);
  create(folder, path, wrap);
  return new KeyRingFile(folder, wrap);
}

/** The keys of a data folder, as kept in its key ring file. */
export class KeyRingFile {
  readonly #folder: string;
  readonly #path: string;
  readonly #wrap: RingWrap;
  #ring: Loaded;
  #lookedAtMs = performance.now();

  constructor(folder: string, wrap: RingWrap) {
    this.#folder = folder;
    this.#path = join(folder, keyRingFileName);
    this.#wrap = wrap;
    this.#ring = load(this.#path, wrap);
  }

  /** Returns the key with which new texts are wrapped. */
  active(): { kid: string; key: KeyObject } {
    this.#lookAgain();
    const { active: kid, keys } = this.#ring;
    const key = keys.get(kid);
    if (!key) throw new Error(`${this.#path} names ${kid} as its active key, but does not hold it.`);
    return { kid, key };
  }

  /** Returns a key by its ID, or undefined; also finds a key that another process has added meanwhile. */
  find(kid: string): KeyObject | undefined {
    // IDs come from strangers too, so an unchanged file is not read again for each of them.
    const isKnown = this.#ring.keys.has(kid) || this.#ring.left.has(kid);
    if (!isKnown) this.#loadChanged();
    return this.#ring.keys.get(kid);
  }

  /** Returns the remains of a removed key; undefined if the ring has the whole key, or none. */
  left(kid: string): LeftOfKey | undefined {
    return this.#ring.left.get(kid);
  }

  /** Returns the facts of all keys as the file has them now, the oldest first. */
  facts(): readonly KeyFacts[] {
    return factsOf(opened(readStored(this.#path), this.#wrap));
  }

  /** Adds a new active key. */
  async rotate(): Promise<string> {
    const { kid, entry } = newKey();
    await this.#change((content) => ({ active: kid, keys: { ...content.keys, [kid]: entry } }));
    return kid;
  }

  /** Removes a key except for what verifies with it; a key that is active, unknown or removed already stays as it is. */
  remove(kid: string): Promise<void> {
    return this.#change((content) => {
      const entry = content.keys[kid];
      if (entry === undefined || !("key" in entry) || content.active === kid) return content;
      return { ...content, keys: { ...content.keys, [kid]: leftOf(entry) } };
    });
  }

  /** Returns true if only a passphrase opens the file, as it is now. */
  isWrapped(): boolean {
    return "wrap" in readStored(this.#path);
  }

  /** Returns the text of the file in clear, wrapped or not. */
  inClear(): Secret {
    return new Secret(fileText(opened(readStored(this.#path), this.#wrap)));
  }

  /**
   * Wraps the file by the passphrase of the settings, or by that of another file, and returns where the passphrase came from.
   * @throws RingPassphraseError
   */
  async wrap(otherFile?: string): Promise<string> {
    const { origin } = this.#wrap;
    if (origin === undefined) throw noPassphrase();
    const other = otherFile === undefined ? undefined : passphraseOfFile(otherFile, this.#folder);
    await this.#change(unchanged, (content) => this.#wrap.wrapAnew(textOf(content), other));
    return other?.origin ?? origin;
  }

  /** Writes the file in clear. */
  unwrap(): Promise<void> {
    return this.#change(unchanged, (content) => content);
  }

  /** Loads what another process has changed; a file that is missing or broken at this moment changes nothing here. */
  #lookAgain(): void {
    if (performance.now() - this.#lookedAtMs < lookAgainMs) return;
    this.#lookedAtMs = performance.now();
    try {
      this.#loadChanged();
    } catch {
      // The ring in memory remains valid; the next start refuses the file and says why.
    }
  }

  #loadChanged(): void {
    if (markOf(this.#path) !== this.#ring.mark) this.#ring = load(this.#path, this.#wrap);
  }

  /** Replaces the file by its changed content; the wrap stays as it is, unless the change is of the wrap itself. */
  #change(change: Change, form = wrappedAsBefore): Promise<void> {
    return withFileLock(`${this.#path}.lock`, async () => {
      const before = readStored(this.#path);
      const content = change(opened(before, this.#wrap));
      // A text that is sealed with a new key must never outlive the key.
      writeFileDurably(this.#path, fileText(form(content, before, this.#wrap)));
      // Others may hold the passphrase from now on.
      this.#ring = loaded(markOf(this.#path), content);
    });
  }
}

const unchanged: Change = (content) => content;

function noPassphrase(): RingPassphraseError {
  return new RingPassphraseError(
    "The settings name no passphrase, so nothing would open the key ring at the next start. Set GATEHOUSE_KEY_RING_PASSPHRASE_FILE or GATEHOUSE_KEY_RING_PASSPHRASE_COMMAND, restart the service, and wrap then.",
  );
}

function wrappedAsBefore(content: Content, before: Stored, wrap: RingWrap): Stored {
  return "wrap" in before ? wrap.wrapAgain(textOf(content), before) : content;
}

const textOf = (content: Content) => ({ text: JSON.stringify(content), kids: Object.keys(content.keys) });

function factsOf({ active, keys }: Content): readonly KeyFacts[] {
  return Object.entries(keys).map(([kid, entry]) =>
    "key" in entry
      ? { kid, state: kid === active ? "current" : "older", createdAt: entry.createdAt }
      : { kid, state: "removed", createdAt: entry.createdAt, removedAt: entry.removedAt },
  );
}

function leftOf({ key: bytes, createdAt }: { key: string; createdAt: string }): Content["keys"][string] {
  const key = secretKeyOf(bytes);
  const signatures = signaturePurposes.map((purpose) => {
    const publicKey = createPublicKey(signatureKeyOf(key, purpose));
    return [purpose, publicKey.export({ format: "der", type: "spki" }).toString("base64url")];
  });
  return {
    createdAt,
    removedAt: new Date().toISOString(),
    fingerprints: Object.fromEntries(
      fingerprintPurposes.map((purpose) => [purpose, fingerprintKeyOf(key, purpose).toString("base64url")]),
    ),
    signatures: Object.fromEntries(signatures),
  };
}

/** Returns a mark that differs after each change of the file, which is always replaced as a whole. */
function markOf(path: string): string {
  const { ino, mtimeMs, size } = statSync(path);
  return `${ino} ${mtimeMs} ${size}`;
}

function create(folder: string, path: string, wrap: RingWrap): void {
  requirePrivateFolder(folder);
  if (statSync(path, { throwIfNoEntry: false })) return;
  const { kid, entry } = newKey();
  const content = { active: kid, keys: { [kid]: entry } };
  try {
    // If several processes start at once, one makes the ring of all.
    writeFileDurably(path, fileText(wrap.origin === undefined ? content : wrap.wrapAnew(textOf(content))), "create");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

const fileText = (content: Stored) => `${JSON.stringify(content, null, 2)}\n`;

function newKey() {
  const entry = { key: randomBytes(keyBytes).toString("base64url"), createdAt: new Date().toISOString() };
  return { kid: randomBytes(6).toString("hex"), entry };
}

function readStored(path: string): Stored {
  requirePrivateFile(path);
  return parseStored(readFileSync(path, "utf8"), path);
}

function parseStored(text: string, name: string): Stored {
  const result = z.union([schema, wrappedRing]).safeParse(parseJson(text));
  if (!result.success)
    throw new Error(`${name} is not a key ring. Restore it from a backup: without it no secret opens.`);
  return result.data;
}

const idsOf = (stored: Stored): readonly string[] => ("wrap" in stored ? stored.kids : Object.keys(stored.keys));

/** @throws RingPassphraseError */
function opened(stored: Stored, wrap: RingWrap): Content {
  return "wrap" in stored ? schema.parse(JSON.parse(wrap.open(stored))) : stored;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Loaded {
  readonly mark: string;
  readonly active: string;
  readonly keys: ReadonlyMap<string, KeyObject>;
  readonly left: ReadonlyMap<string, LeftOfKey>;
}

function load(path: string, wrap: RingWrap): Loaded {
  // Taken before the file is read, so that a change in between is found at the next check.
  const mark = markOf(path);
  return loaded(mark, opened(readStored(path), wrap));
}

function loaded(mark: string, content: Content): Loaded {
  const keys = new Map<string, KeyObject>();
  const left = new Map<string, LeftOfKey>();
  for (const [kid, entry] of Object.entries(content.keys)) {
    if ("key" in entry) keys.set(kid, secretKeyOf(entry.key));
    else left.set(kid, { fingerprints: bytesOf(entry.fingerprints), signatures: bytesOf(entry.signatures) });
  }
  return { mark, active: content.active, keys, left };
}

const secretKeyOf = (bytes: string) => createSecretKey(Buffer.from(bytes, "base64url"));

function bytesOf(texts: Readonly<Record<string, string>>): Record<string, Buffer> {
  return Object.fromEntries(Object.entries(texts).map(([purpose, text]) => [purpose, Buffer.from(text, "base64url")]));
}
