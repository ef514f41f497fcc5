/** End of the access that an operation gives: a time, or a number of hours from its fulfilment; neither for access without an end. */
export interface AccessEnd {
  /** Time in milliseconds UTC. */
  readonly until?: number | null | undefined;
  readonly forHours?: number | null | undefined;
}

const hourMs = 60 * 60 * 1000;

/** Returns the time at which access ends that is given now; null if it has no end. */
export function endOfAccess({ until, forHours }: AccessEnd, nowMs: number): number | null {
  if (forHours !== null && forHours !== undefined) return nowMs + forHours * hourMs;
  return until ?? null;
}

/** Returns true if the time of access was over before it was given. */
export function isOver({ until }: AccessEnd, nowMs: number): boolean {
  return until !== null && until !== undefined && until <= nowMs;
}

/** Returns true if access has an end. */
export function hasEnd({ until, forHours }: AccessEnd): boolean {
  return (until ?? null) !== null || (forHours ?? null) !== null;
}
