/** Recent durations of statements, by their texts. */
export interface StatementTimes {
  /** Runs a statement and records its duration, even if it fails. */
  measured<T>(text: string, run: () => T): T;
  /** Returns true if the last run was quick; false if that is unknown. */
  isQuick(text: string): boolean;
  /** Returns true if the recent runs were all slow, or the last one very slow; false if that is unknown. */
  isSlow(text: string): boolean;
}

/** Slow runs in a row that make a statement slow; on a busy machine any statement may be slow once. */
const slowRunsMin = 3;
/** Multiple of the quick time beyond which one run is enough, so that nobody waits for the statement next time. */
const surelySlow = 2;
const knownMs = 60_000;
const textsMax = 1000;

/** Options of the memory. */
export interface StatementTimesOptions {
  /** Longest duration of a quick statement in milliseconds. */
  readonly quickMsMax: number;
  readonly now?: () => number;
}

/** Makes the memory; a measurement expires after a minute, because the duration may have grown since. */
export function createStatementTimes({
  quickMsMax,
  now = () => performance.now(),
}: StatementTimesOptions): StatementTimes {
  const known = new Map<string, { readonly slowRuns: number; readonly untilMs: number }>();

  function note(text: string, startedAt: number): void {
    const endedAt = now();
    const tookMs = endedAt - startedAt;
    const slowRuns =
      tookMs <= quickMsMax ? 0 : tookMs > surelySlow * quickMsMax ? slowRunsMin : slowRunsOf(text, 0) + 1;
    if (known.size >= textsMax && !known.has(text)) known.clear();
    known.set(text, { slowRuns, untilMs: endedAt + knownMs });
  }

  function slowRunsOf(text: string, unknown: number): number {
    const found = known.get(text);
    return found !== undefined && now() < found.untilMs ? found.slowRuns : unknown;
  }

  return {
    measured(text, run) {
      const startedAt = now();
      let isLater = false;
      try {
        const result = run();
        if (result instanceof Promise) {
          isLater = true;
          return result.finally(() => note(text, startedAt)) as typeof result;
        }
        return result;
      } finally {
        if (!isLater) note(text, startedAt);
      }
    },
    isQuick: (text) => slowRunsOf(text, 1) === 0,
    isSlow: (text) => slowRunsOf(text, 0) >= slowRunsMin,
  };
}
