import { phaseOutcome, type PhaseOutcome } from "../phase-outcome.ts";
import type { FactsOf } from "./event-kinds.ts";

/** What was said in a phase, as its events tell it. */
export interface SaidInPhase {
  readonly opened: FactsOf<"opened">;
  readonly decided: readonly FactsOf<"decided">[];
}

/** The outcome of a phase by the rule with which it opened: the one place where a ledger asks the rules. */
export function outcomeOfPhase({ opened, decided }: SaidInPhase): PhaseOutcome["outcome"] {
  const { minApprovals, maxDenials, people } = opened;
  return phaseOutcome({
    minApprovals,
    maxDenials,
    authorizers: people.map(({ user, veto, inputRequired }) => ({ userKey: user, veto, inputRequired })),
    decisions: decided.map(({ user, answer }) => ({ userKey: user, decision: answer })),
  }).outcome;
}
