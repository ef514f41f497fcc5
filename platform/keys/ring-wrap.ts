import {
  argon2Sync,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";

import { z } from "zod";

import { normalForm } from "#connectors/contract/index.ts";

import { type RingPassphrase, RingPassphraseError } from "./ring-passphrase.ts";

/** Bounds for the parameters of the derivation in a file (KiB, passes). */
const memoryMin = 8;
const memoryMax = 1_048_576;
const passesMax = 100;

/** A key ring that only a passphrase opens. The IDs of its keys are readable, so that its database can be recognized. */
export const wrappedRing = z.strictObject({
  wrap: z.strictObject({
    kdf: z.literal("argon2id"),
    memory: z.int().min(memoryMin).max(memoryMax),
    passes: z.int().min(1).max(passesMax),
    salt: z.base64url(),
    iv: z.base64url(),
    tag: z.base64url(),
  }),
  kids: z.array(z.string()),
  ring: z.base64url(),
});

/** Content of the file of a wrapped key ring. */
export type WrappedRing = z.infer<typeof wrappedRing>;

/** Wrap of the text of one key ring. */
export interface RingWrap {
  /**
   * Opens a ring; reads the passphrase only if the ring was wrapped with a new salt since.
   * @throws RingPassphraseError
   */
  open(ring: WrappedRing): string;
  /** Wraps the changed text of a ring that was opened just now, by the same passphrase. */
  wrapAgain(changed: RingText, before: WrappedRing): WrappedRing;
  /**
   * Wraps a ring with a new salt, by the passphrase of the settings or another one.
   * @throws RingPassphraseError
   */
  wrapAnew(ring: RingText, other?: RingPassphrase): WrappedRing;
  /** Source of the passphrase of the settings; undefined if they name none. */
  readonly origin: string | undefined;
}

/** A key ring in clear. */
export interface RingText {
  readonly text: string;
  readonly kids: readonly string[];
}

/** Parameters of the derivation of a key. */
type Derivation = Pick<WrappedRing["wrap"], "kdf" | "memory" | "passes" | "salt">;

const algorithm = "aes-256-gcm";
const preset = { kdf: "argon2id", memory: 65_536, passes: 3 } as const;
const saltBytes = 16;
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
/**
 * Shortest pause in milliseconds before a passphrase that did not open a ring is tried again; attempts take at most a fifth of the time.
 */
const pauseMs = 2_000;
const share = 4;

/** Makes the wrap of the key ring at a path, which only appears in messages. */
export function createRingWrap(path: string, passphrase: RingPassphrase | undefined): RingWrap {
  let known: { readonly salt: string; readonly key: KeyObject } | undefined;
  let failed: { readonly salt: string; readonly untilMs: number; readonly error: unknown } | undefined;

  function learn(ring: WrappedRing): string {
    const { salt } = ring.wrap;
    const beganMs = performance.now();
    if (failed?.salt === salt && beganMs < failed.untilMs) throw failed.error;
    try {
      const given = requirePassphrase();
      const key = derive(given, ring.wrap);
      const text = decrypt(ring, key);
      if (text === undefined) {
        throw new RingPassphraseError(
          `The passphrase from ${given.origin} does not open the key ring ${path}, or the file was altered. Name the passphrase by which it was wrapped, or restore the file.`,
        );
      }
      known = { salt, key };
      return text;
    } catch (error) {
      const endedMs = performance.now();
      failed = { salt, error, untilMs: endedMs + Math.max(pauseMs, share * (endedMs - beganMs)) };
      throw error;
    }
  }

  function requirePassphrase(): RingPassphrase {
    if (passphrase) return passphrase;
    throw new RingPassphraseError(
      `The key ring ${path} is wrapped by a passphrase, and the settings name none. Set GATEHOUSE_KEY_RING_PASSPHRASE_FILE or GATEHOUSE_KEY_RING_PASSPHRASE_COMMAND to where it is kept.`,
    );
  }

  return {
    origin: passphrase?.origin,
    open: (ring) => (known?.salt === ring.wrap.salt ? decrypt(ring, known.key) : undefined) ?? learn(ring),
    wrapAgain(changed, before) {
      if (known?.salt !== before.wrap.salt) throw new Error("A ring is wrapped again by what has opened it.");
      return encrypt(changed, before.wrap, known.key);
    },
    wrapAnew(ring, other) {
      const by = { ...preset, salt: randomBytes(saltBytes).toString("base64url") };
      const key = derive(other ?? requirePassphrase(), by);
      if (!other) known = { salt: by.salt, key };
      return encrypt(ring, by, key);
    },
  };
}

function derive(passphrase: RingPassphrase, { memory, passes, salt }: Derivation): KeyObject {
  const bytes = passphrase.read().use((text) =>
    argon2Sync("argon2id", {
      message: normalForm(text, "NFC"),
      nonce: Buffer.from(salt, "base64url"),
      parallelism: 1,
      tagLength: keyBytes,
      memory,
      passes,
    }),
  );
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return key;
}

function encrypt({ text, kids }: RingText, by: Derivation, key: KeyObject): WrappedRing {
  const { kdf, memory, passes, salt } = by;
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes });
  cipher.setAAD(boundTo({ kdf, memory, passes, salt }, kids));
  const ring = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]).toString("base64url");
  const tag = cipher.getAuthTag().toString("base64url");
  return { wrap: { kdf, memory, passes, salt, iv: iv.toString("base64url"), tag }, kids: [...kids], ring };
}

function decrypt({ wrap, kids, ring }: WrappedRing, key: KeyObject): string | undefined {
  try {
    const decipher = createDecipheriv(algorithm, key, Buffer.from(wrap.iv, "base64url"), { authTagLength: tagBytes });
    decipher.setAAD(boundTo(wrap, kids)).setAuthTag(Buffer.from(wrap.tag, "base64url"));
    return Buffer.concat([decipher.update(Buffer.from(ring, "base64url")), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

/** Returns the additional authenticated data, so that the parts in clear cannot be exchanged either. */
function boundTo({ kdf, memory, passes, salt }: Derivation, kids: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(["key ring", kdf, memory, passes, salt, kids]));
}
