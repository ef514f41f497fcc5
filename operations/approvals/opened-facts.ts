import type { FactsOf } from "#domain/requests/ledger/event-kinds.ts";

import type { OpenedPhase } from "./open-phase.ts";

/** Returns the facts of an opened phase for the record: its rule and its people. */
export function factsOfOpened(opened: OpenedPhase): FactsOf<"opened"> {
  const { phase, rule, conditions, authorizers, excluded, carried } = opened;
  const { sequence, targetSystemKey, ruleKey, ruleVersion, minApprovals, maxDenials, reasonRequired, mayEdit } = phase;
  return {
    phase: sequence,
    targetSystem: targetSystemKey,
    ruleKey,
    ruleVersion,
    minApprovals,
    maxDenials,
    reasonRequired,
    mayEdit,
    rule,
    conditions,
    excluded,
    people: authorizers.map(({ userKey: user, ...person }) => ({ user, ...person })),
    carried: carried.map(({ userKey: user, decision: answer, phase: saidIn }) => ({ user, answer, phase: saidIn })),
  };
}
