/** What is known of who holds a password, or is to get it. */
export interface HolderFacts {
  readonly isDisabled: boolean;
  /** Whether a class of theirs has a right by which a password is held. */
  readonly hasRight: boolean;
}

/** Why somebody may not hold a password (any more), in words; undefined where they may. */
export function unfitHolder({ isDisabled, hasRight }: HolderFacts): string | undefined {
  if (isDisabled) return "Its holder is disabled.";
  return hasRight ? undefined : "Its holder has no right to it any more.";
}
