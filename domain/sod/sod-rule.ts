/** Severities of rules of separation of duties, from the least to the greatest. */
export const sodSeverities = ["low", "medium", "high", "critical"] as const;

/** Answers to a request that would violate a rule: forbidden, decided by the phases of the rule too, or only with an exception. */
export const sodAnswers = ["forbidden", "phase", "exception"] as const;

/** Types of what the parts of a rule name. */
export const sodItemTypes = ["targetSystem", "managedGroup", "role"] as const;

/** Type of what a part of a rule names: an account on a target system, the membership in a group, or a role. */
export type SodItemType = (typeof sodItemTypes)[number];

/** Access that a rule can name. */
export interface SodItem {
  readonly itemType: SodItemType;
  /** ID of the target system, or key of the group or role. */
  readonly itemKey: string;
}

/** Part of a rule: a person hits it with any of its items. */
export interface SodPart {
  readonly items: readonly SodItem[];
}

/** Rule of separation of duties, as far as it says when it is violated. */
export interface SodRule {
  readonly key: string;
  /** Number of parts that nobody may hit at once. */
  readonly atLeast: number;
  readonly parts: readonly SodPart[];
}

/** Returns the map key of an item. */
export function nameOfItem({ itemType, itemKey }: SodItem): string {
  return `${itemType} ${itemKey}`;
}
