import { codes, type ConnectorCode } from "#connectors/contract/error.ts";

import { quickTriesMax } from "../engine-limits.ts";
import { askedPauseMsMax } from "../limits.ts";

/** State of an operation after a failed try: it waits for the next one, or it has its final result. */
export type AfterFailure =
  | {
      readonly result: "P";
      /** Milliseconds UTC of the next try. */
      readonly nextTryAt: number;
      /** Index in the list of intervals for the failure after that. */
      readonly retries: number;
    }
  | { readonly result: "F" | "N" };

/** Position of an operation in its list of intervals. */
export interface RetryPosition {
  /** Waits between the tries, in seconds. */
  readonly intervalsSeconds: readonly number[];
  /** Number of intervals that are used up. */
  readonly retries: number;
  /** Milliseconds UTC. */
  readonly now: number;
}

/** Returns true if another try may help; an unknown code is not retried. */
export function isRetryable(code: string): boolean {
  return isKnown(code) && codes[code].retryable;
}

/** Returns true if the target may have acted all the same, which is assumed for an unknown code. */
export function isOutcomeUnknown(code: string): boolean {
  return !isKnown(code) || codes[code].outcomeUnknown;
}

function isKnown(code: string): code is ConnectorCode {
  return Object.hasOwn(codes, code);
}

/** Failed try whose target has said when it may be tried again. */
export interface AskedPosition extends RetryPosition {
  /** Number of sends, including this one. */
  readonly sends: number;
  /** Pause that the target asks for. */
  readonly retryAfterMs: number;
}

/** Returns the pause that a target asks for, up to the longest one that is granted. */
export function askedPauseMs(retryAfterMs: number): number {
  return Math.min(Math.max(0, Math.ceil(retryAfterMs)), askedPauseMsMax);
}

/**
 * Returns the state after a failure whose target asks for a pause. The first retries come when the target asks for them, where the engine
 * retries other failures at once. Further ones follow the list of intervals, but never before the target wants them.
 */
export function afterAsk(code: string, { sends, retryAfterMs, ...position }: AskedPosition): AfterFailure {
  const after = afterFailure(code, position);
  if (after.result !== "P") return after;
  const askedAt = position.now + askedPauseMs(retryAfterMs);
  if (sends < quickTriesMax) return { ...after, nextTryAt: askedAt, retries: position.retries };
  return { ...after, nextTryAt: Math.max(after.nextTryAt, askedAt) };
}

/**
 * Returns the state after a failure with a connector code. A retryable code waits for the next interval of the list, and gets `N` when
 * the list is used up. Any other code is final at once: `N` if the outcome is unknown, otherwise `F`.
 */
export function afterFailure(code: string, { intervalsSeconds, retries, now }: RetryPosition): AfterFailure {
  if (!isRetryable(code)) return { result: isOutcomeUnknown(code) ? "N" : "F" };
  const wait = intervalsSeconds[retries];
  if (wait === undefined) return { result: "N" };
  return { result: "P", nextTryAt: now + wait * 1000, retries: retries + 1 };
}
