const dayMs = 86_400_000;

/** Ends of passwords of which one step tells: those after `fromMs` and up to `untilMs`. */
export interface ExpiryWindow {
  /** Days before the end at which the step is due. */
  readonly days: number;
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * Returns the ends of which each step tells at a time, the nearest first. A step that was missed is not made up for once a later one is
 * due, so that nobody is told twice at once.
 */
export function expiryWindows(steps: readonly number[], nowMs: number): readonly ExpiryWindow[] {
  const sorted = [...new Set(steps)].toSorted((a, b) => a - b);
  return sorted.map((days, index) => ({
    days,
    fromMs: nowMs + (sorted[index - 1] ?? 0) * dayMs,
    untilMs: nowMs + days * dayMs,
  }));
}

/** Returns the whole days until a time, rounded up, as people count them; at least 1. */
export function daysUntil(endMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((endMs - nowMs) / dayMs));
}
