import { codes, type ConnectorCode } from "#connectors/contract/error.ts";

import { quickTriesMax } from "../engine-limits.ts";
import { askedPauseMsMax } from "../limits.ts";

/** What happens to an operation after a failed try: it waits for the next one, or it has its final result. */
export type AfterFailure =
  | {
      readonly result: "P";
      /** Milliseconds UTC of the next try. */
      readonly nextTryAt: number;
      /** Index in the list of intervals for the failure after that. */
      readonly retries: number;
    }
  | { readonly result: "F" | "N" };

/** Where an operation stands in its list of intervals. */
export interface RetryPosition {
  /** The list of waits, in seconds. */
  readonly intervalsSeconds: readonly number[];
  /** How many of them are used up. */
  readonly retries: number;
  /** Milliseconds UTC. */
  readonly now: number;
}

/** Tells whether another try may help; a code nobody knows is not tried again. */
export function isRetryable(code: string): boolean {
  return isKnown(code) && codes[code].retryable;
}

/** Tells whether the target may have acted all the same; of a code nobody knows it is assumed. */
export function isOutcomeUnknown(code: string): boolean {
  return !isKnown(code) || codes[code].outcomeUnknown;
}

function isKnown(code: string): code is ConnectorCode {
  return Object.hasOwn(codes, code);
}

/** A failed try whose target has said when it may be tried again. */
export interface AskedPosition extends RetryPosition {
  /** How often it was sent, this time included. */
  readonly sends: number;
  /** The pause that the target asks for. */
  readonly retryAfterMs: number;
}

/** A pause as a target asks for it, within what is granted. */
export function askedPauseMs(retryAfterMs: number): number {
  return Math.min(Math.max(0, Math.ceil(retryAfterMs)), askedPauseMsMax);
}

/**
 * What a failure leads to whose target asks for a pause: the first tries come when it asks for them, as the engine tries others
 * at once; further ones follow the list of intervals, and none comes before the target wants it.
 */
export function afterAsk(code: string, { sends, retryAfterMs, ...position }: AskedPosition): AfterFailure {
  const after = afterFailure(code, position);
  if (after.result !== "P") return after;
  const askedAt = position.now + askedPauseMs(retryAfterMs);
  if (sends < quickTriesMax) return { ...after, nextTryAt: askedAt, retries: position.retries };
  return { ...after, nextTryAt: Math.max(after.nextTryAt, askedAt) };
}

/**
 * What a failure with a connector code leads to. A retryable code waits for the next interval of the list, and gets `N`
 * when the list is used up; any other code is final at once: `N` where the outcome is unknown, else `F`.
 */
export function afterFailure(code: string, { intervalsSeconds, retries, now }: RetryPosition): AfterFailure {
  if (!isRetryable(code)) return { result: isOutcomeUnknown(code) ? "N" : "F" };
  const wait = intervalsSeconds[retries];
  if (wait === undefined) return { result: "N" };
  return { result: "P", nextTryAt: now + wait * 1000, retries: retries + 1 };
}
