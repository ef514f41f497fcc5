import { partAnswerMs } from "#domain/metric-limits.ts";
import type { Logger } from "#platform/logs/log.ts";
import type { PartState } from "#platform/management/management-server.ts";
import { withinTime } from "#platform/processes/within-time.ts";

/** Check of a part; rejects while the part does not answer. */
export type PartCheck = () => Promise<void>;

/** Checks after which one that has not ended is given up, in times of one check: its connection may be dead. */
const patience = 5;

/**
 * Makes the function that returns the state of a part in limited time. While a check is under way no other one begins, so that callers do not
 * pile up in front of a part that stands still. A change of the state is logged.
 */
export function createPartChecker(check: PartCheck, part: string, log: Logger): () => Promise<PartState> {
  let running: { readonly beganMs: number; readonly ended: Promise<void> } | undefined;
  let last: PartState = "ok";
  const begin = () => {
    const own = { beganMs: performance.now(), ended: check() };
    const end = () => {
      if (running === own) running = undefined;
    };
    own.ended.then(end, end);
    running = own;
    return own;
  };
  return async () => {
    const isStale = running !== undefined && performance.now() - running.beganMs > patience * partAnswerMs;
    const { ended } = running === undefined || isStale ? begin() : running;
    try {
      await withinTime(partAnswerMs, ended);
      if (last === "failed") log.info({ part }, "The part answers again.");
      last = "ok";
    } catch (error) {
      if (last === "ok") log.warn({ part, err: error }, "A part does not answer.");
      last = "failed";
    }
    return last;
  };
}
