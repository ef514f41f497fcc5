/** The states of a delivery: still to be made, taken by the endpoint, or given up. */
export const deliveryStates = ["waiting", "delivered", "dead"] as const;

/** The state of a delivery. */
export type DeliveryState = (typeof deliveryStates)[number];

/** What an endpoint's workflow has to do next. */
export type WebhookStep =
  | { readonly do: "finished" }
  | { readonly do: "deliver" }
  /** Null waits for a wake alone. */
  | { readonly do: "wait"; readonly waitMs: number | null };

/** A try that has failed, with what is known of its endpoint. */
export interface FailedTry {
  /** The tries of this delivery until now, with this one. */
  readonly tries: number;
  /** The status that the endpoint has answered; null where it has not answered. */
  readonly status: number | null;
  /** Since when every try of the endpoint has failed, in milliseconds UTC. */
  readonly failingSince: number;
  readonly now: number;
  /** When the endpoint wants to be asked again, in milliseconds UTC; null where it has not said so. */
  readonly notBefore: number | null;
}

/** How an endpoint is treated that fails. */
export interface FailureRules {
  /** The waits before each further try, in seconds. */
  readonly intervalsSeconds: readonly number[];
  readonly disableAfterHours: number;
}

/** What a failed try leads to. */
export interface FailureOutcome {
  /** When the delivery is tried again, in milliseconds UTC; null = given up. */
  readonly nextTryAt: number | null;
  /** Why the endpoint gets nothing any more; null = it goes on. */
  readonly disabledBecause: string | null;
}

const hourMs = 3_600_000;
const dayMs = 86_400_000;
const gone = 410;

/** Tells whether a status says that the endpoint has taken an event (Standard Webhooks: every 2xx). */
export function isTaken(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** Decides after a failed try: wait and try again, give the delivery up, or disable the endpoint and keep the delivery. */
export function afterFailure(failed: FailedTry, rules: FailureRules): FailureOutcome {
  const { tries, status, failingSince, now } = failed;
  // Standard Webhooks: who answers 410 wants no more events.
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
 * When an endpoint wants to be asked again, in milliseconds UTC, by its Retry-After (RFC 9110, 10.2.3): seconds or a date. At
 * most a day ahead, since the events behind this one wait too; null where it says neither.
 */
export function notBefore(retryAfter: string, now: number): number | null {
  const at = /^\d+$/.test(retryAfter) ? now + Number(retryAfter) * 1000 : Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.min(at, now + dayMs);
}
