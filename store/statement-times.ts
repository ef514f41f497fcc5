/** Remembers how long statements have taken, by their texts. */
export interface StatementTimes {
  /** Runs a statement and remembers its time, also where it fails. */
  measured<T>(text: string, run: () => T): T;
  /** True where it took little the last time; false where that is not known. */
  isQuick(text: string): boolean;
  /** True where it took long each time of late, or very long the last time; false where that is not known. */
  isSlow(text: string): boolean;
}

/** On a busy machine any statement may take long once. */
const slowRunsMin = 3;
/** Times the quick time from which on one run is enough: next time nobody waits for it. */
const surelySlow = 2;
const knownMs = 60_000;
const textsMax = 1000;

/** What the memory goes by. */
export interface StatementTimesOptions {
  /** Time up to which a statement is a quick one. */
  readonly quickMsMax: number;
  readonly now?: () => number;
}

/** Makes the memory; what was measured a minute ago may have grown since. */
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
