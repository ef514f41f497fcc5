import { type Decision, stricterDecision, type PhaseDecision } from "./decision.ts";

/** An authorizer of a simple phase; the same person may be listed more than once. */
interface SimplePerson {
  readonly userKey: string;
  readonly veto: boolean;
  readonly inputRequired: boolean;
}

/** Phase that two numbers, and two flags per person, define, with its decisions. */
export interface AnsweredPhase {
  readonly minApprovals: number;
  readonly maxDenials: number;
  readonly authorizers: readonly SimplePerson[];
  readonly decisions: readonly PhaseDecision[];
}

interface Person {
  veto: boolean;
  inputRequired: boolean;
  decision: Decision | undefined;
}

/**
 * Computes the outcome of a simple phase by the six rules of domain.md, without the rule language; the compiled rule must give the same.
 */
export function simpleOutcome(phase: AnsweredPhase) {
  const people = [...personsOf(phase)].filter(([, person]) => person.decision !== "abstain");
  const said = (decision: Decision | undefined) => people.filter(([, person]) => person.decision === decision);
  const denied = said("deny");
  const waiting = said(undefined);
  const counts = {
    approvals: said("approve").length,
    denials: denied.length,
    undecided: waiting.map(([key]) => key),
    inputMissing: waiting.filter(([, person]) => person.inputRequired).map(([key]) => key),
  };
  if (denied.some(([, person]) => person.veto)) return { outcome: "denied", rule: 2, ...counts } as const;
  if (counts.denials >= Math.max(1, phase.maxDenials)) return { outcome: "denied", rule: 3, ...counts } as const;
  if (counts.approvals >= phase.minApprovals && counts.inputMissing.length === 0)
    return { outcome: "approved", rule: 4, ...counts } as const;
  if (counts.approvals + counts.undecided.length < phase.minApprovals)
    return { outcome: "denied", rule: 5, ...counts } as const;
  return { outcome: "open", rule: 6, ...counts } as const;
}

function personsOf(phase: AnsweredPhase): Map<string, Person> {
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
    if (person !== undefined) person.decision = stricterDecision(person.decision, decision);
  }
  return people;
}
