/** A map that keeps only so many entries and forgets those longest unused. */
export class LruCache<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #max: number;
  readonly #forgotten: ((key: K, value: V) => void) | undefined;
  /** Who is asked for again and again stands at the end already; moving it would cost more than finding it. */
  #newest: K | undefined;

  /** `forgotten` hears of each entry that has to make room, not of those that are deleted or replaced. */
  constructor(max: number, forgotten?: (key: K, value: V) => void) {
    this.#max = max;
    this.#forgotten = forgotten;
  }

  /** The value of a key, which is then the one most recently used. */
  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined && key !== this.#newest) this.#append(key, value);
    return value;
  }

  /** The value of a key, whose place in the order of use stays. */
  peek(key: K): V | undefined {
    return this.#entries.get(key);
  }

  /** Keeps a value. */
  set(key: K, value: V): void {
    this.#append(key, value);
    if (this.#entries.size <= this.#max) return;
    for (const [oldest, dropped] of this.#entries) {
      this.#entries.delete(oldest);
      this.#forgotten?.(oldest, dropped);
      return;
    }
  }

  /** Forgets a key; false where it was not known. */
  delete(key: K): boolean {
    if (key === this.#newest) this.#newest = undefined;
    return this.#entries.delete(key);
  }

  /** How many entries there are. */
  get size(): number {
    return this.#entries.size;
  }

  // The order of a map is that of insertion, so what was used last stands at its end.
  #append(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    this.#newest = key;
  }
}
