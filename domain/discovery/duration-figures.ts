/** A duration and the number of its occurrences. */
export interface DurationCount {
  readonly durationMs: number;
  readonly count: number;
}

/** Milliseconds up to which durations are counted exactly. */
const exactMsMax = 1000;
const bucketRatio = 1.01;

/**
 * Returns the bucket of a duration: itself up to a second, beyond that the next step of 1 %. A day has at most some two thousand buckets.
 */
export function countedDuration(durationMs: number): number {
  if (durationMs <= exactMsMax) return Math.max(0, durationMs);
  const step = Math.ceil(Math.log(durationMs / exactMsMax) / Math.log(bucketRatio));
  return Math.round(exactMsMax * bucketRatio ** step);
}

/** Returns the percentile of durations by nearest rank; null if there are none. The counts are in ascending order. */
export function percentile(counts: readonly DurationCount[], share: number): number | null {
  const rank = share * counts.reduce((sum, { count }) => sum + count, 0);
  let place = 0;
  for (const { durationMs, count } of counts) {
    place += count;
    if (count > 0 && place >= rank) return durationMs;
  }
  return null;
}
