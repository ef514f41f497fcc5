import { conflictState, type Conflict } from "./conflicts.ts";
import { nodeOfStamp } from "./stamp.ts";

/** Columns whose conflicts administrators are notified of, by table: they decide who gets in and what people have. */
export const notableColumns: Readonly<Record<string, readonly string[] | "all">> = {
  users: ["disabled", "locked", "superuser"],
  policies: "all",
  policyVersions: "all",
  roles: "all",
  roleVersions: "all",
  roleEntitlements: "all",
  roleMembers: "all",
  roleAssignments: "all",
  roleOwners: "all",
  grants: "all",
};

type Told = Pick<Conflict, "lostStamp" | "settledStamp" | "settled"> & {
  /** Stamp of the loss of which administrators were notified; null if they were not. */
  readonly toldStamp: string | null;
};

/** Returns true if administrators have to be notified of a conflict: once, and again when it opens after a decision. */
export function isUntold(conflict: Told): boolean {
  const { toldStamp, settledStamp } = conflict;
  return conflictState(conflict) === "open" && (toldStamp === null || toldStamp <= settledStamp);
}

/**
 * Returns the node that notifies administrators of a conflict, of the nodes that take part: the one whose value was lost, otherwise the
 * one whose value stayed. Each node knows all conflicts, and one of them tells of each.
 */
export function tellerOf(
  { lostStamp, keptStamp }: Pick<Conflict, "lostStamp" | "keptStamp">,
  takesPart: (node: string) => boolean,
): string | undefined {
  return [nodeOfStamp(lostStamp), nodeOfStamp(keptStamp)].find((node) => node !== "" && takesPart(node));
}
