import type { LRUCache } from "lru-cache";

import { boundedMemory } from "#platform/bounded-memory.ts";

/** Rate limit of each key, and the number of keys in memory. */
export interface BucketRule {
  /** Number of calls in one minute, which is also the most at once; 0 for no limit. */
  readonly perMinute: number;
  /** Most keys that are kept; the least recently used is dropped first. */
  readonly keysMax: number;
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

const minuteMs = 60_000;
const secondMs = 1000;

/** Token buckets by key, in memory and bounded: each fills evenly to the calls of one minute. */
export class TokenBuckets {
  readonly #perMinute: number;
  readonly #buckets: LRUCache<string, Bucket>;

  constructor({ perMinute, keysMax }: BucketRule) {
    this.#perMinute = perMinute;
    this.#buckets = boundedMemory(keysMax);
  }

  /** Takes a token of a key and returns 0, or returns the seconds until there is one. */
  take(key: string, nowMs: number): number {
    if (this.#perMinute === 0) return 0;
    const bucket = this.#buckets.get(key) ?? this.#fill(key, nowMs);
    const seconds = this.#secondsOf(bucket, nowMs);
    if (seconds === 0) bucket.tokens -= 1;
    return seconds;
  }

  /** Returns the seconds until a key has a token, 0 if it has one. Takes none, and stores no key that has taken none before. */
  wait(key: string, nowMs: number): number {
    const bucket = this.#buckets.get(key);
    return bucket === undefined ? 0 : this.#secondsOf(bucket, nowMs);
  }

  /** Number of keys that are kept. */
  get size(): number {
    return this.#buckets.size;
  }

  #secondsOf(bucket: Bucket, nowMs: number): number {
    const perMinute = this.#perMinute;
    // A clock that was set back must not remove tokens.
    const passedMs = Math.max(0, nowMs - bucket.filledAtMs);
    bucket.tokens = Math.min(perMinute, bucket.tokens + (passedMs * perMinute) / minuteMs);
    bucket.filledAtMs = nowMs;
    return bucket.tokens < 1 ? Math.ceil(((1 - bucket.tokens) * minuteMs) / perMinute / secondMs) : 0;
  }

  #fill(key: string, filledAtMs: number): Bucket {
    const bucket = { tokens: this.#perMinute, filledAtMs };
    this.#buckets.set(key, bucket);
    return bucket;
  }
}
