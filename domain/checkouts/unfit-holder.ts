/** Facts about the holder of a password, present or future. */
export interface HolderFacts {
  readonly isDisabled: boolean;
  /** True if one of their classes has a right to hold a password. */
  readonly hasRight: boolean;
}

/** Returns the reason why a person may not hold a password, or no longer, in words; undefined if they may. */
export function unfitHolder({ isDisabled, hasRight }: HolderFacts): string | undefined {
  if (isDisabled) return "Its holder is disabled.";
  return hasRight ? undefined : "Its holder has no right to it any more.";
}
