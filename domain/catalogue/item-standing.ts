/**
 * Answers to the question if a person has an item: not, directly, only through a nested group, or not known because the target system does
 * not show all members.
 */
export const heldAnswers = ["no", "yes", "indirectly", "unknown"] as const;

/** Answer to the question if a person has an item. */
export type HeldAnswer = (typeof heldAnswers)[number];

/** Facts about a group and the accounts of a person. */
export interface GroupStanding {
  /** Group by which each of their memberships came; null for a direct one. */
  readonly memberships: readonly { readonly throughGroup: string | null }[];
  /** True if the target system does not show all members of the group. */
  readonly membersHidden: boolean;
  /** Number of accounts of the person on the target system. */
  readonly accounts: number;
}

/** Tells if a person is a member of a group; without an account nobody is. */
export function groupHeld({ memberships, membersHidden, accounts }: GroupStanding): HeldAnswer {
  if (memberships.some(({ throughGroup }) => throughGroup === null)) return "yes";
  if (memberships.length > 0) return "indirectly";
  return membersHidden && accounts > 0 ? "unknown" : "no";
}

/** Tells if a person has all that a template gives, of the answers for its parts; without parts nobody has it. */
export function templateHeld(parts: readonly HeldAnswer[]): HeldAnswer {
  const [first] = parts;
  if (first === undefined || parts.includes("no")) return "no";
  if (parts.includes("unknown")) return "unknown";
  return parts.includes("indirectly") ? "indirectly" : "yes";
}
