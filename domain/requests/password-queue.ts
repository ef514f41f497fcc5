import { queuePauseMsFirst, queuePauseMsMax } from "../password-queue-limits.ts";
import type { OperationResult } from "./operation-result.ts";
import { isRetryable } from "./retry-schedule.ts";

/** Ways in which a target group treats password changes that failed because a target system did not answer. */
export const passwordQueueModes = ["none", "manual", "automatic"] as const;

/** Way in which a target group treats such changes. */
export type PasswordQueueMode = (typeof passwordQueueModes)[number];

/** States of an entry of the queue: it waits, or an operation tries it. */
export const queuedPasswordStates = ["waiting", "trying"] as const;

/**
 * Ends of an entry: `carriedOut` by one of its tries, `superseded` by a newer change, `targetRefused`, `outOfTime`, `dropped` by
 * an operator, `moved` with its target system, `vault` if the vault keeps the account, `gone` with the account or its owner.
 */
export const queueEnds = [
  "carriedOut",
  "superseded",
  "targetRefused",
  "outOfTime",
  "dropped",
  "moved",
  "vault",
  "gone",
] as const;

/** End of an entry. */
export type QueueEnd = (typeof queueEnds)[number];

/** Ends that give a change up, of which its person is told. */
export type GivenUp = Exclude<QueueEnd, "carriedOut" | "superseded">;

/** Error code of an operation that a newer change of the same password has made pointless. */
export const supersededCode = "superseded";

/** Words about such an operation. */
export const supersededWords = "Not performed: a newer change of this password exists, or the queued one was dropped.";

/** Operation that has ended, as far as it decides about the queue. */
export interface EndedChange {
  readonly result: OperationResult | null;
  readonly errorCode: string | null;
}

/** Returns true if an operation failed although a later try may succeed: its target did not answer, or asked to come back later. */
export function isTemporaryFailure({ result, errorCode }: EndedChange): boolean {
  return result === "N" && errorCode !== null && isRetryable(errorCode);
}

/** Returns the time of the next try after a failure; null if an operator has to ask for it. */
export function nextQueuedTry(mode: PasswordQueueMode, tries: number, now: number): number | null {
  if (mode !== "automatic") return null;
  return now + Math.min(queuePauseMsMax, queuePauseMsFirst * 2 ** tries);
}
