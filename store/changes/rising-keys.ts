import { guidSeries } from "#domain/guid-series.ts";
import type { Clock } from "#platform/clock.ts";
import type { Ids } from "#platform/ids.ts";

/** Time after which a series is begun anew, so that several processes add their keys near the end too. */
const seriesMs = 1000;

/**
 * Gives keys for rows of a table that grows, each greater than the one before of this process, because a database adds them
 * at the end of its trees instead of all over them. They are unique, but they may be guessed: no secret may rest on them.
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
