import { guidSeries } from "#domain/guid-series.ts";
import type { Clock } from "#platform/clock.ts";
import type { Ids } from "#platform/ids.ts";

/** Milliseconds after which a new series begins, so that several processes add their keys near the end too. */
const seriesMs = 1000;

/**
 * Returns a source of keys for rows of a growing table, each greater than the previous one of this process. A database adds rising keys at
 * the end of its trees instead of all over them. The keys are unique, but they may be guessed, so no secret may rest on them.
 */
export function createRisingKeys({ clock, ids }: { readonly clock: Clock; readonly ids: Ids }): () => string {
  let next: (() => string) | undefined;
  let begunAtMs = 0;
  return () => {
    const nowMs = clock.now();
    if (next === undefined || nowMs - begunAtMs >= seriesMs) {
      next = guidSeries(nowMs, ids.guid());
      begunAtMs = nowMs;
    }
    return next();
  };
}
