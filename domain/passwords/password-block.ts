/** Times of a block of password resets. */
export interface PasswordBlockTimes {
  /** Start; null if it holds from its creation. */
  readonly beginsAt: number | null;
  /** End; null if it holds until it is lifted. */
  readonly endsAt: number | null;
  /** Time at which it was lifted; null if it was not. */
  readonly liftedAt: number | null;
}

/** Returns true if a block holds at a time. Its start belongs to it, its end does not. */
export function isInForce({ beginsAt, endsAt, liftedAt }: PasswordBlockTimes, now: number): boolean {
  return liftedAt === null && (beginsAt === null || beginsAt <= now) && (endsAt === null || now < endsAt);
}

/** Returns true if a block holds at a time or will hold later. */
export function isOpenBlock({ endsAt, liftedAt }: PasswordBlockTimes, now: number): boolean {
  return liftedAt === null && (endsAt === null || now < endsAt);
}

/** Returns true if the period of a new block is in order: it ends in the future, after its start. */
export function isPeriodFit({ beginsAt, endsAt }: Pick<PasswordBlockTimes, "beginsAt" | "endsAt">, now: number) {
  return endsAt === null || endsAt > Math.max(now, beginsAt ?? now);
}
