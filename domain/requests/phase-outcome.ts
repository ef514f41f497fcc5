/** What a person may say in a phase. */
export const Decision = { Approve: "approve", Deny: "deny", Abstain: "abstain" } as const;

/** What a person said in a phase. */
export type Decision = (typeof Decision)[keyof typeof Decision];

/** The states of a phase of a request. */
export const PhaseState = { Pending: "pending", Open: "open", Approved: "approved", Denied: "denied" } as const;

/** The state of a phase of a request. */
export type PhaseState = (typeof PhaseState)[keyof typeof PhaseState];

/** An authorizer of a phase; the same person may be listed more than once. */
export interface PhaseAuthorizer {
  readonly userKey: string;
  /** A denial by this one denies the request. */
  readonly veto: boolean;
  /** The phase is not approved before this one has answered. */
  readonly inputRequired: boolean;
}

/** A decision given in the phase, or carried over from an earlier one. */
export interface PhaseDecision {
  readonly userKey: string;
  readonly decision: Decision;
}

/** All that the outcome of a phase depends on. */
export interface Phase {
  readonly minApprovals: number;
  readonly maxDenials: number;
  readonly authorizers: readonly PhaseAuthorizer[];
  readonly decisions: readonly PhaseDecision[];
}

/** The outcome of a phase, the rule that led to it, and what it counted: enough to explain it. */
export interface PhaseOutcome {
  readonly outcome: "approved" | "denied" | "open";
  /** 2 veto, 3 too many denials, 4 enough approvals, 5 approvals out of reach, 6 wait. */
  readonly rule: 2 | 3 | 4 | 5 | 6;
  readonly approvals: number;
  readonly denials: number;
  /** Keys of those who have not answered. */
  readonly undecided: readonly string[];
  /** Keys of those who have not answered and must. */
  readonly inputMissing: readonly string[];
}

interface Person {
  veto: boolean;
  inputRequired: boolean;
  decision: Decision | undefined;
}

// Of two answers of one person the more careful one counts, so the order of the rows never matters.
const care: Readonly<Record<Decision, number>> = { deny: 2, abstain: 1, approve: 0 };

/** Of two answers of one person the more careful one, whichever was given first. */
export function moreCareful(one: Decision | undefined, other: Decision): Decision {
  return one === undefined || care[other] > care[one] ? other : one;
}

/** Decides a phase from its rule and its decisions alone; each person counts once, strangers do not count. */
export function phaseOutcome(phase: Phase): PhaseOutcome {
  const people = [...personsOf(phase)].filter(([, person]) => person.decision !== Decision.Abstain);
  const said = (decision: Decision | undefined) => people.filter(([, person]) => person.decision === decision);
  const denied = said(Decision.Deny);
  const waiting = said(undefined);
  const counts = {
    approvals: said(Decision.Approve).length,
    denials: denied.length,
    undecided: waiting.map(([key]) => key),
    inputMissing: waiting.filter(([, person]) => person.inputRequired).map(([key]) => key),
  };

  if (denied.some(([, person]) => person.veto)) return { outcome: "denied", rule: 2, ...counts };
  if (counts.denials >= Math.max(1, phase.maxDenials)) {
    return { outcome: "denied", rule: 3, ...counts };
  }
  if (counts.approvals >= phase.minApprovals && counts.inputMissing.length === 0) {
    return { outcome: "approved", rule: 4, ...counts };
  }
  if (counts.approvals + counts.undecided.length < phase.minApprovals) {
    return { outcome: "denied", rule: 5, ...counts };
  }
  return { outcome: "open", rule: 6, ...counts };
}

function personsOf(phase: Phase): Map<string, Person> {
  const people = new Map<string, Person>();
  for (const { userKey, veto, inputRequired } of phase.authorizers) {
    const before = people.get(userKey);
    people.set(userKey, {
      veto: veto || before?.veto === true,
      inputRequired: inputRequired || before?.inputRequired === true,
      decision: undefined,
    });
  }
  for (const { userKey, decision } of phase.decisions) {
    const person = people.get(userKey);
    if (person !== undefined) person.decision = moreCareful(person.decision, decision);
  }
  return people;
}
