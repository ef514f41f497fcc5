/** States of a delivery: still to be made, accepted by the endpoint, or failed for good. */
export const deliveryStates = ["waiting", "delivered", "dead"] as const;

/** State of a delivery. */
export type DeliveryState = (typeof deliveryStates)[number];

/** Next step of the workflow of an endpoint. */
export type WebhookStep =
  | { readonly do: "finished" }
  | { readonly do: "deliver" }
  /** Wait for `waitMs` milliseconds; null waits for a wake alone. */
  | { readonly do: "wait"; readonly waitMs: number | null };

/** A failed try, with the state of its endpoint. */
export interface FailedTry {
  /** Number of tries of this delivery, this one included. */
  readonly tries: number;
  /** Status of the endpoint's answer; null if it has not answered. */
  readonly status: number | null;
  /** Time since which every try of the endpoint has failed, in milliseconds UTC. */
  readonly failingSince: number;
  readonly now: number;
  /** Time at which the endpoint wants the next try, in milliseconds UTC; null if it names none. */
  readonly notBefore: number | null;
}

/** Rules for an endpoint that fails. */
export interface FailureRules {
  /** Seconds to wait before each retry. */
  readonly intervalsSeconds: readonly number[];
  readonly disableAfterHours: number;
}

/** Consequences of a failed try. */
export interface FailureOutcome {
  /** Time of the next try of the delivery, in milliseconds UTC; null if there is none. */
  readonly nextTryAt: number | null;
  /** Reason to disable the endpoint; null if it stays enabled. */
  readonly disabledBecause: string | null;
}

const hourMs = 3_600_000;
const dayMs = 86_400_000;
const gone = 410;

/** Returns true if a status accepts an event (Standard Webhooks: every 2xx). */
export function isTaken(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** Decides after a failed try: retry after a wait, end the delivery as failed, or disable the endpoint and keep the delivery. */
export function afterFailure(failed: FailedTry, rules: FailureRules): FailureOutcome {
  const { tries, status, failingSince, now } = failed;
  // Standard Webhooks: an endpoint that answers 410 wants no more events.
  if (status === gone) return { nextTryAt: now, disabledBecause: "The endpoint answered 410 Gone." };
  if (now - failingSince >= rules.disableAfterHours * hourMs) {
    const since = new Date(failingSince).toISOString();
    return { nextTryAt: now, disabledBecause: `Every try since ${since} has failed.` };
  }
  const seconds = rules.intervalsSeconds[tries - 1];
  if (seconds === undefined) return { nextTryAt: null, disabledBecause: null };
  return { nextTryAt: Math.max(now + seconds * 1000, failed.notBefore ?? now), disabledBecause: null };
}

/**
 * Returns the time at which an endpoint wants the next try, in milliseconds UTC, by its Retry-After (RFC 9110, 10.2.3): seconds or a date.
 * At most a day ahead, because the events behind this one wait too; null if it is neither.
 */
export function notBefore(retryAfter: string, now: number): number | null {
  const at = /^\d+$/.test(retryAfter) ? now + Number(retryAfter) * 1000 : Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.min(at, now + dayMs);
}
