/** Times before which a request is not carried out. */
export interface RequestStart {
  /** Start that the requester wants; null for as soon as possible. */
  readonly startAt: number | null;
  /** Start of the recipient; null if the recipient has started. */
  readonly recipientStartsAt: number | null;
}

/** Returns the time from which a request is carried out; 0 if it does not wait. */
export function startOf({ startAt, recipientStartsAt }: RequestStart): number {
  return Math.max(startAt ?? 0, recipientStartsAt ?? 0);
}

/**
 * Returns the start of a recipient that a request records at a moment, by the recorded one and the present one. A recorded start that has
 * come stays, and one that has passed is not recorded.
 */
export function recordedStart(recorded: number | null, startsAt: number | null, now: number): number | null {
  if (startsAt !== null && startsAt > now) return startsAt;
  return recorded !== null && recorded > now ? null : recorded;
}
