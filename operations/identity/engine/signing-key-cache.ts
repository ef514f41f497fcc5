import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { keyLookMs, keyPollMs, keyStaleMs } from "#domain/limits.ts";
import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

/** The column of the private key, as its seal is bound to it. */
export const privateKeyColumn = "privateKey";

/** What the keys of a process are read with. */
export type KeyContext = Pick<ServiceContext, "store" | "clock">;

type KeyRow = Row<"signingKeys">;

/** The signing keys as a process read them a moment ago. */
export class SigningKeyCache {
  readonly #context: KeyContext;
  readonly #opened = new Map<string, KeyObject>();
  #rows: readonly KeyRow[] = [];
  #readAtMs = -Infinity;
  #lookedAtMs = -Infinity;
  #reading: Promise<readonly KeyRow[]> | undefined;
  #look: Promise<readonly KeyRow[]> | undefined;

  constructor(context: KeyContext) {
    this.#context = context;
  }

  /** The keys, at most a second old; while the database does not answer, ten. */
  rows(): Promise<readonly KeyRow[]> | readonly KeyRow[] {
    const age = Math.abs(this.#context.clock.now() - this.#readAtMs);
    return age < keyPollMs ? this.#rows : this.#readAgain(age);
  }

  async #readAgain(age: number): Promise<readonly KeyRow[]> {
    try {
      this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
      return await this.#reading;
    } catch (error) {
      if (age < keyStaleMs) return this.#rows;
      throw error;
    }
  }

  /**
   * The keys as they are from now on, for a key id that is not among those known: made a moment ago, or invented. All who
   * ask meanwhile share one look, so inventing ids costs the database four statements a second.
   */
  lookAgain(): Promise<readonly KeyRow[]> {
    this.#look ??= this.#lookLater();
    return this.#look;
  }

  /** Forgets what was read, after a change of this process's own. */
  forget(): void {
    this.#readAtMs = -Infinity;
  }

  /** The public half of a key. */
  publicKey({ kid, publicKey }: KeyRow): KeyObject {
    return this.#open(`public ${kid}`, () => createPublicKey({ key: { ...publicKey }, format: "jwk" }));
  }

  /** The private half of a key that signs. */
  privateKey({ kid, privateKey }: KeyRow): KeyObject {
    const at = { table: "signingKeys", key: kid, column: privateKeyColumn };
    return this.#open(kid, () => this.#context.store.unseal(privateKey, at).use((pem) => createPrivateKey(pem)));
  }

  async #lookLater(): Promise<readonly KeyRow[]> {
    await sleep(Math.max(0, this.#lookedAtMs + keyLookMs - performance.now()));
    this.#lookedAtMs = performance.now();
    // Who asks from here on may mean a key that this look does not find.
    this.#look = undefined;
    return this.#read();
  }

  async #read(): Promise<readonly KeyRow[]> {
    const { store, clock } = this.#context;
    const startedAtMs = clock.now();
    const rows = await store.select("signingKeys", {
      orderBy: [
        ["createdAt", "desc"],
        ["kid", "asc"],
      ],
    });
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

// Belongs to the store: what it holds was read there, and goes when the store goes.
const caches = new WeakMap<Store, SigningKeyCache>();

/** The keys of this process. */
export function signingKeyCache(context: KeyContext): SigningKeyCache {
  const known = caches.get(context.store);
  if (known !== undefined) return known;
  const cache = new SigningKeyCache(context);
  caches.set(context.store, cache);
  return cache;
}
