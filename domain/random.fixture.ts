/** A source of repeatable random choices for property tests. */
export interface Random {
  /** Returns an integer from 0 up to but without the limit. */
  below(limit: number): number;
  /** Returns one of the values. */
  pick<T>(values: readonly T[]): T;
  /** Returns the values in a random order. */
  shuffle<T>(values: readonly T[]): T[];
}

/** Makes a source by a seed; the same seed always gives the same choices (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  const pick = <T>(values: readonly T[]): T => {
    if (values.length === 0) throw new RangeError("nothing to pick from");
    return values[below(values.length)] as T;
  };
  const shuffle = <T>(values: readonly T[]): T[] =>
    values
      .map((value) => ({ value, rank: below(2 ** 30) }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ value }) => value);
  return { below, pick, shuffle };
}
