import { overriddenOutcome } from "../override.ts";
import { phaseOutcome, type PhaseOutcome } from "../phase-outcome.ts";
import { phaseVerdict, type PhaseVerdict } from "../phase-verdict.ts";
import type { EventPerson, FactsOf } from "./event-kinds.ts";

/** Phase as its events tell it. */
export interface SaidInPhase {
  readonly opened: FactsOf<"opened">;
  /** People who may decide the phase by now. */
  readonly people: readonly EventPerson[];
  /** Keys of the operations that the phase decides. */
  readonly operations: readonly string[];
  /** Decisions that count. */
  readonly decided: readonly FactsOf<"decided">[];
  /** Overrides by a superuser. */
  readonly overridden: readonly FactsOf<"overridden">[];
}

/**
 * Returns the verdict of a phase by an override, or else by the rule with which it opened. This is the only place where a ledger
 * evaluates a rule.
 */
export function verdictOfPhase(said: SaidInPhase): PhaseVerdict {
  const override = overriddenOutcome(said.overridden.map(({ answer }) => ({ decision: answer, override: true })));
  if (override !== undefined) return { outcome: override, denied: [] };
  const phase = phaseInLedger(said);
  return phaseVerdict(phase.decisions, said.operations, (decisions) => phaseOutcome({ ...phase, decisions }).outcome);
}

/** Returns a phase with everything that its outcome depends on, from its events. */
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

/** Returns the outcome of a phase. */
export function outcomeOfPhase(said: SaidInPhase): PhaseOutcome["outcome"] {
  return verdictOfPhase(said).outcome;
}
