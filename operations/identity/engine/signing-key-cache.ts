import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { keyLookMs, keyPollMs, keyStaleMs } from "#domain/limits.ts";
import type { Store } from "#store/store.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { type TrustedKey, trustedKeys } from "./trusted-keys.ts";

/** Column of the private key, to which its seal is bound. */
export const privateKeyColumn = "privateKey";

/** Services for reading the keys of a process. */
export type KeyContext = Pick<ServiceContext, "store" | "clock" | "nodes">;

/** Keys whose tokens a process takes, read a moment ago: those of this node, and those of the others. */
export class SigningKeyCache {
  readonly #context: KeyContext;
  readonly #opened = new Map<string, KeyObject>();
  #rows: readonly TrustedKey[] = [];
  #readAtMs = -Infinity;
  #lookedAtMs = -Infinity;
  #reading: Promise<readonly TrustedKey[]> | undefined;
  #look: Promise<readonly TrustedKey[]> | undefined;

  constructor(context: KeyContext) {
    this.#context = context;
  }

  /** Returns the keys, at most one second old; up to ten seconds while the database does not answer. */
  rows(): Promise<readonly TrustedKey[]> | readonly TrustedKey[] {
    const age = Math.abs(this.#context.clock.now() - this.#readAtMs);
    return age < keyPollMs ? this.#rows : this.#readAgain(age);
  }

  async #readAgain(age: number): Promise<readonly TrustedKey[]> {
    try {
      this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
      return await this.#reading;
    } catch (error) {
      if (age < keyStaleMs) return this.#rows;
      throw error;
    }
  }

  /**
   * Reads the keys again for an unknown key ID: a new one, or an invented one. Concurrent callers share one read, so invented IDs cost the
   * database four statements a second.
   */
  lookAgain(): Promise<readonly TrustedKey[]> {
    this.#look ??= this.#lookLater();
    return this.#look;
  }

  /** Clears the cache, after a change by this process. */
  forget(): void {
    this.#readAtMs = -Infinity;
  }

  /** Returns the public half of a key. */
  publicKey({ kid, publicKey }: TrustedKey): KeyObject {
    return this.#open(`public ${kid}`, () => createPublicKey({ key: { ...publicKey }, format: "jwk" }));
  }

  /** Returns the private half of a signing key. */
  privateKey({ kid, privateKey }: TrustedKey): KeyObject {
    const at = { table: "signingKeys", key: kid, column: privateKeyColumn };
    return this.#open(kid, () => this.#context.store.unseal(privateKey, at).use((pem) => createPrivateKey(pem)));
  }

  async #lookLater(): Promise<readonly TrustedKey[]> {
    await sleep(Math.max(0, this.#lookedAtMs + keyLookMs - performance.now()));
    this.#lookedAtMs = performance.now();
    // A later caller may mean a key that this read does not find.
    this.#look = undefined;
    return this.#read();
  }

  async #read(): Promise<readonly TrustedKey[]> {
    const { clock } = this.#context;
    const startedAtMs = clock.now();
    const rows = await trustedKeys(this.#context);
    this.#rows = rows;
    this.#readAtMs = startedAtMs;
    const known = new Set(rows.flatMap(({ kid }) => [kid, `public ${kid}`]));
    for (const name of this.#opened.keys()) if (!known.has(name)) this.#opened.delete(name);
    return rows;
  }

  #open(name: string, make: () => KeyObject): KeyObject {
    const key = this.#opened.get(name) ?? make();
    this.#opened.set(name, key);
    return key;
  }
}

// Belongs to the store: the keys were read there, and go when the store goes.
const caches = new WeakMap<Store, SigningKeyCache>();

/** Returns the key cache of this process. */
export function signingKeyCache(context: KeyContext): SigningKeyCache {
  const known = caches.get(context.store);
  if (known !== undefined) return known;
  const cache = new SigningKeyCache(context);
  caches.set(context.store, cache);
  return cache;
}
