/** How much one key may do. */
export interface BucketRule {
  /** Calls that may come at once, and the calls of one minute; 0 = no limit. */
  readonly perMinute: number;
  /** Keys that are kept; the one longest unused is forgotten first. */
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
  readonly #rule: BucketRule;
  readonly #buckets = new Map<string, Bucket>();

  constructor(rule: BucketRule) {
    this.#rule = rule;
  }

  /** Takes a token of a key and gives 0, or gives the seconds until there is one. */
  take(key: string, nowMs: number): number {
    const { perMinute, keysMax } = this.#rule;
    if (perMinute === 0) return 0;
    const bucket = this.#buckets.get(key) ?? { tokens: perMinute, filledAtMs: nowMs };
    // A clock that was set back must not take anything away.
    const passedMs = Math.max(0, nowMs - bucket.filledAtMs);
    bucket.tokens = Math.min(perMinute, bucket.tokens + (passedMs * perMinute) / minuteMs);
    bucket.filledAtMs = nowMs;
    this.#keep(key, bucket, keysMax);
    if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) * minuteMs) / perMinute / secondMs);
    bucket.tokens -= 1;
    return 0;
  }

  /** How many keys are kept. */
  get size(): number {
    return this.#buckets.size;
  }

  // The order of a map is that of insertion, so what was used last stands at its end.
  #keep(key: string, bucket: Bucket, keysMax: number): void {
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size <= keysMax) return;
    const oldest = this.#buckets.keys().next();
    if (!oldest.done) this.#buckets.delete(oldest.value);
  }
}
