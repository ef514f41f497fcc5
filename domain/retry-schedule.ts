import { codes, type ConnectorCode } from "#connectors/contract/error.ts";

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
