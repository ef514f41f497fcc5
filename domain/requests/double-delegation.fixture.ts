import type { Random } from "../random.fixture.ts";
import { wayOf } from "./active-delegates.ts";
import { phaseOutcome } from "./phase-outcome.ts";
import { printRule } from "./phase-rules/print-rule.ts";
import { isConditional } from "./phase-rules/random-rule.fixture.ts";
import { type RuledPhase, ruleOutcome } from "./phase-rules/rule-outcome.ts";

interface Chance {
  readonly random: Random;
  readonly everyone: readonly string[];
}

const delegate = "zoe";

/** Builds a phase in which one person stands in for two: once as the rule sees it, once as it is stored, with the ways of its people. */
function doublyDelegated(phase: RuledPhase, { random, everyone }: Chance) {
  const people = phase.people.filter(({ cameInBy }) => cameInBy.length > 0);
  const delegators = random.shuffle(everyone).slice(0, 2);
  const approval = { userKey: delegate, decision: "approve" } as const;
  const decisions = [...phase.decisions.filter(({ userKey }) => !delegators.includes(userKey)), approval];
  const delegations = delegators.map((from) => ({ from, to: delegate }));
  const ruled = { ...phase, people, decisions, delegations, carried: [], approvesByAsking: null };
  const flags = { veto: false, inputRequired: false };
  const own = people.map(({ userKey, cameInBy: via }) => ({ userKey, via, ...flags }));
  const standing = { userKey: delegate, via: delegators.map((from) => wayOf({ by: "delegation", from })), ...flags };
  const kept = { rule: printRule(phase.rule), minApprovals: 0, maxDenials: 1, decisions };
  return { ruled, kept: { ...kept, authorizers: [...own, standing] }, delegators };
}

type KeptPhase = ReturnType<typeof doublyDelegated>["kept"];

const countsOnceBy =
  (changed: (phase: KeptPhase, delegators: readonly string[]) => KeptPhase) =>
  (phase: RuledPhase, chance: Chance): boolean => {
    if (isConditional(phase.rule)) return true;
    const { ruled, kept, delegators } = doublyDelegated(phase, chance);
    const { outcome, approvals } = phaseOutcome(changed(kept, delegators));
    const approving = kept.decisions.filter(({ decision }) => decision === "approve").map(({ userKey }) => userKey);
    return outcome === ruleOutcome(ruled).outcome && approvals <= new Set(approving).size;
  };

/**
 * Property of a stored phase, with faults that break it: a person with two delegations counts once, and the phase decides as its rule
 * says.
 */
export const doubleDelegation = {
  holds: countsOnceBy((phase) => phase),
  faults: {
    "once for each delegation": countsOnceBy((phase, delegators) => {
      const forThem = delegators.map((userKey) => ({ userKey, decision: "approve" as const }));
      return { ...phase, decisions: [...phase.decisions, ...forThem] };
    }),
    "under one of them alone": countsOnceBy((phase) => {
      const less = (via: readonly string[]) => via.slice(1);
      const authorizers = phase.authorizers.map((one) =>
        one.userKey === delegate ? { ...one, via: less(one.via) } : one,
      );
      return { ...phase, authorizers: [...authorizers] };
    }),
  },
};
