/** How often a duration occurred. */
export interface DurationCount {
  readonly durationMs: number;
  readonly count: number;
}

/** Milliseconds up to which durations are told apart exactly. */
const exactMsMax = 1000;
const bucketRatio = 1.01;

/**
 * The duration under which one is counted: itself up to a second, beyond that the next step of 1 %, so that a day has at
 * most some two thousand different ones.
 */
export function countedDuration(durationMs: number): number {
  if (durationMs <= exactMsMax) return Math.max(0, durationMs);
  const step = Math.ceil(Math.log(durationMs / exactMsMax) / Math.log(bucketRatio));
  return Math.round(exactMsMax * bucketRatio ** step);
}

/** The duration at a share of all of them by nearest rank; null where there are none. The counts are in ascending order. */
export function percentile(counts: readonly DurationCount[], share: number): number | null {
  const rank = share * counts.reduce((sum, { count }) => sum + count, 0);
  let place = 0;
  for (const { durationMs, count } of counts) {
    place += count;
    if (count > 0 && place >= rank) return durationMs;
  }
  return null;
}
