import { phaseAuthorizersMax } from "#domain/limits.ts";
import type { AskedCondition } from "#domain/requests/ledger/event-kinds.ts";
import { type CarriedAnswer, phaseOutcome } from "#domain/requests/phase-outcome.ts";
import { printRule } from "#domain/requests/phase-rules/print-rule.ts";
import type { Outcome } from "#domain/requests/phase-rules/rule-outcome.ts";
import { type RulePeople, rulePeople, wordsOf } from "#domain/requests/phase-rules/rule-people.ts";
import type { People } from "#domain/requests/phase-rules/rule.ts";

import type { ServiceContext } from "../kernel/context.ts";
import type { StoppedPhase } from "../kernel/subject.ts";
import { findPeople, isManager, tooManyPeople } from "../people/engine/find-people.ts";
import { withActiveDelegates } from "./active-delegates.ts";
import { type NamedPeople, withNamedPeople } from "./named-people.ts";
import type { PlannedPhase } from "./planned-phase.ts";
import { type AskedSubject, ruleAtOpening } from "./rule-at-opening.ts";

/** A phase with the rule and the people with which it opens. */
export interface OpenedPhase<P extends PlannedPhase = PlannedPhase> extends RulePeople {
  /** Phase as planned, with its present rule. */
  readonly phase: P;
  /** Rule without conditions. */
  readonly rule: string;
  readonly conditions: readonly AskedCondition[];
  readonly carried: readonly CarriedAnswer[];
  readonly outcome: Outcome;
  /** Keys of the authorizers who have not answered. */
  readonly undecided: readonly string[];
  /** True if it asks for the recipient's manager, and there is none to ask. */
  readonly managerMissing: boolean;
}

/**
 * Finds the people and the rule of a phase, as both are now; plug-ins were asked before, as far as their answers are known.
 * @throws LIMIT_EXCEEDED if a workflow manager lets it ask more people than a phase can hold
 */
export async function openPhase<P extends PlannedPhase>(
  context: ServiceContext,
  subject: AskedSubject,
  { planned, named }: { readonly planned: P; readonly named: NamedPeople | undefined },
): Promise<OpenedPhase<P> | StoppedPhase> {
  const ruled = await ruleAtOpening(context, subject, planned);
  const { phase, conditions } = ruled;
  const { sequence } = phase;
  const words = wordsOf(ruled.rule);
  const found = await findPeople(context, words, ruled.sought);
  const whole = await withNamedPeople(context, { ...ruled, found: found.found }, named);
  if ("stop" in whole) return { ...whole, sequence };
  const asked = rulePeople(whole.rule, whole.found);
  const crowd = crowdOf(context, phase, found.tooMany, asked);
  if (crowd !== undefined) return { stop: "held", sequence, reason: crowd };
  const people = { ...asked, authorizers: await withActiveDelegates(context, subject, asked) };
  const carried = await carriedAnswers(context, subject, people);
  const { outcome, undecided } = phaseOutcome({ ...phase, ...people, rule: whole.text, carried, decisions: [] });
  const managerMissing = words.some((word) => isManager(word) && found.found.get(printRule(word))?.length === 0);
  return { phase, rule: whole.text, conditions, ...people, carried, outcome, undecided, managerMissing };
}

/** Returns the text for a phase that asks too many people; undefined if it does not. */
function crowdOf(
  { settings }: ServiceContext,
  { sequence, manyAllowed }: PlannedPhase,
  tooMany: People | undefined,
  { authorizers }: RulePeople,
): string | undefined {
  if (tooMany !== undefined && manyAllowed === true) throw tooManyPeople(tooMany);
  const isFew = tooMany === undefined && authorizers.length <= settings.authorizersMax;
  if (isFew || manyAllowed === true) return undefined;
  const count = tooMany === undefined ? String(authorizers.length) : `more than ${phaseAuthorizersMax}`;
  return `Phase ${sequence} asks ${count} people, and MAX AUTH ALLOWED is ${settings.authorizersMax}.`;
}

/**
 * Returns the answers that count in a phase without a decision in it: the requester's approval, and the answers of earlier phases, each as
 * it was.
 */
async function carriedAnswers(
  { settings }: ServiceContext,
  subject: AskedSubject,
  { authorizers }: RulePeople,
): Promise<readonly CarriedAnswer[]> {
  const { requesterKey, editedByKey } = subject;
  const byAsking = { userKey: requesterKey, decision: "approve", phase: null } as const;
  // After an edit by someone else the requester has not requested this.
  const hasAsked = (editedByKey ?? requesterKey) === requesterKey;
  const answers = [
    ...(settings.requestersApprove && hasAsked ? [byAsking] : []),
    ...(settings.authorizationPhasePropagation ? await subject.decisions() : []),
  ];
  return answers
    .filter(({ userKey }) => authorizers.some((one) => one.userKey === userKey))
    .map(({ userKey, decision, phase }) => ({ userKey, decision, phase }));
}
