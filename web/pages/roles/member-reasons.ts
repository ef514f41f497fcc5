import type { RoleAssignment } from "../../api/model.ts";
import type { Say } from "../../messages/text.ts";

/** Assignments of one person to one role. */
export type KnownAssignments = readonly Pick<RoleAssignment, "because" | "until">[];

/**
 * Returns the reasons in words for which a person has a role. Whoever is excluded, or has no reason any more, has it only until the next
 * check of its members.
 */
export function reasonWords(assignments: KnownAssignments, isChosen: boolean, say: Say): string {
  const names = new Set(assignments.map(({ because }) => because));
  if (names.has("excluded")) return say("role.because.excludedYet");
  const reasons = [
    ...(["request", "named"] as const).filter((because) => names.has(because)),
    ...(isChosen && names.size === 0 ? (["condition"] as const) : []),
  ];
  return reasons.length === 0
    ? say("role.because.ending")
    : reasons.map((reason) => say(`role.because.${reason}`)).join(", ");
}
