import { phaseOutcome, type PhaseOutcome } from "../phase-outcome.ts";
import type { FactsOf } from "./event-kinds.ts";

/** What was said in a phase, as its events tell it. */
export interface SaidInPhase {
  readonly opened: FactsOf<"opened">;
  readonly decided: readonly FactsOf<"decided">[];
}

/** The outcome of a phase by the rule with which it opened: the one place where a ledger asks the rules. */
export function outcomeOfPhase({ opened, decided }: SaidInPhase): PhaseOutcome["outcome"] {
  const { people, carried } = opened;
  return phaseOutcome({
    ...opened,
    authorizers: people.map(({ user: userKey, ...person }) => ({ userKey, ...person })),
    carried: carried.map(({ user: userKey, answer: decision, phase }) => ({ userKey, decision, phase })),
    decisions: decided.map(({ user: userKey, answer: decision }) => ({ userKey, decision })),
  }).outcome;
}
