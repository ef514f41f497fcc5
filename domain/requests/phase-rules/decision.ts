/** Decisions that a person may make in a phase. */
export const Decision = { Approve: "approve", Deny: "deny", Abstain: "abstain" } as const;

/** Decision of a person in a phase. */
export type Decision = (typeof Decision)[keyof typeof Decision];

/** A decision given in a phase, or carried over from an earlier one. */
export interface PhaseDecision {
  readonly userKey: string;
  readonly decision: Decision;
}

// Of two answers of one person the more careful one counts, so the order of the rows never matters.
const care: Readonly<Record<Decision, number>> = { deny: 2, abstain: 1, approve: 0 };

/** Returns the more careful of two answers of one person, whichever was given first. */
export function stricterDecision(one: Decision | undefined, other: Decision): Decision {
  return one === undefined || care[other] > care[one] ? other : one;
}
