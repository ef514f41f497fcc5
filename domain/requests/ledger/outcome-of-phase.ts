import { overriddenOutcome } from "../override.ts";
import { phaseOutcome, type PhaseOutcome } from "../phase-outcome.ts";
import { phaseVerdict, type PhaseVerdict } from "../phase-verdict.ts";
import type { EventPerson, FactsOf } from "./event-kinds.ts";

/** What was said in a phase, as its events tell it. */
export interface SaidInPhase {
  readonly opened: FactsOf<"opened">;
  /** Who may decide it by now. */
  readonly people: readonly EventPerson[];
  /** The keys of the operations that it decides. */
  readonly operations: readonly string[];
  /** What counts. */
  readonly decided: readonly FactsOf<"decided">[];
  /** What a superuser decided in the place of the authorizers. */
  readonly overridden: readonly FactsOf<"overridden">[];
}

/**
 * Where a phase stands, by an override, or else by the rule with which it opened: the one place where a ledger asks the
 * rules.
 */
export function verdictOfPhase(said: SaidInPhase): PhaseVerdict {
  const override = overriddenOutcome(said.overridden.map(({ answer }) => ({ decision: answer, override: true })));
  if (override !== undefined) return { outcome: override, denied: [] };
  const phase = phaseInLedger(said);
  return phaseVerdict(phase.decisions, said.operations, (decisions) => phaseOutcome({ ...phase, decisions }).outcome);
}

/** A phase with all that its outcome depends on, by its events. */
export function phaseInLedger({ opened, people, decided }: SaidInPhase) {
  return {
    ...opened,
    authorizers: people.map(({ user: userKey, ...person }) => ({ userKey, ...person })),
    carried: opened.carried.map(({ user: userKey, answer: decision, phase }) => ({ userKey, decision, phase })),
    decisions: decided.map(({ user: userKey, answer: decision, operations: operationKeys }) => {
      return { userKey, decision, operationKeys };
    }),
  };
}

/** The outcome of a phase. */
export function outcomeOfPhase(said: SaidInPhase): PhaseOutcome["outcome"] {
  return verdictOfPhase(said).outcome;
}
