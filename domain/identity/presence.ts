/** Period in which a person belongs to the organization. */
export interface Stay {
  /** Start in milliseconds UTC; null if the person has started. */
  readonly startsAt: number | null;
  /** End in milliseconds UTC; null if none is set. */
  readonly endsAt: number | null;
}

/** Returns true if a person has started by a moment. */
export function hasStarted({ startsAt }: Pick<Stay, "startsAt">, now: number): boolean {
  return startsAt === null || startsAt <= now;
}

/** Returns true if the end of a person has come by a moment. */
export function hasEnded({ endsAt }: Pick<Stay, "endsAt">, now: number): boolean {
  return endsAt !== null && endsAt <= now;
}

/** Returns true if a person belongs to the organization at a moment, and so may sign in if nothing else bars them. */
export function isPresent(stay: Stay, now: number): boolean {
  return hasStarted(stay, now) && !hasEnded(stay, now);
}
