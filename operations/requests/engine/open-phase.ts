import { phaseAuthorizersMax } from "#domain/limits.ts";
import type { AskedCondition } from "#domain/requests/ledger/event-kinds.ts";
import { type CarriedAnswer, phaseOutcome } from "#domain/requests/phase-outcome.ts";
import { printRule } from "#domain/requests/phase-rules/print-rule.ts";
import type { Outcome } from "#domain/requests/phase-rules/rule-outcome.ts";
import { type RulePeople, rulePeople, wordsOf } from "#domain/requests/phase-rules/rule-people.ts";
import type { People } from "#domain/requests/phase-rules/rule.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { findPeople, isManager, tooManyPeople } from "../../people/engine/find-people.ts";
import { withActiveDelegates } from "./active-delegates.ts";
import { type NamedPeople, withNamedPeople } from "./named-people.ts";
import type { PlannedPhase } from "./plan-phases.ts";
import { type AuthorizedRequest, ruleAtOpening } from "./rule-at-opening.ts";

/** A phase with the rule and the people with which it opens. */
export interface OpenedPhase<P extends PlannedPhase = PlannedPhase> extends RulePeople {
  /** As it was planned, with its rule of now. */
  readonly phase: P;
  /** The rule in force, without conditions. */
  readonly rule: string;
  readonly conditions: readonly AskedCondition[];
  readonly carried: readonly CarriedAnswer[];
  readonly outcome: Outcome;
  /** Keys of those who have not answered. */
  readonly undecided: readonly string[];
  /** True where it asks for the recipient's manager, and nobody can be asked. */
  readonly managerMissing: boolean;
}

/** A phase that cannot open yet. */
export interface StoppedPhase {
  /** `calculating`: plug-ins have to be asked first; `held`: a workflow manager has to decide. */
  readonly stop: "calculating" | "held";
  readonly sequence: number;
  /** Why it is held, in words. */
  readonly reason: string;
}

/**
 * Gives a phase its people and its rule, as both are now; plug-ins have been asked before, as far as their answers are there.
 * @throws LIMIT_EXCEEDED where a workflow manager lets it ask more people than a phase can hold
 */
export async function openPhase<P extends PlannedPhase>(
  context: ServiceContext,
  request: AuthorizedRequest,
  { planned, named }: { readonly planned: P; readonly named: NamedPeople | undefined },
): Promise<OpenedPhase<P> | StoppedPhase> {
  const ruled = await ruleAtOpening(context, request, planned);
  const { phase, conditions } = ruled;
  const { sequence } = phase;
  const words = wordsOf(ruled.rule);
  const found = await findPeople(context, words, ruled.sought);
  const whole = await withNamedPeople(context, { ...ruled, found: found.found }, named);
  if ("stop" in whole) return { ...whole, sequence };
  const asked = rulePeople(whole.rule, whole.found);
  const crowd = crowdOf(context, phase, found.tooMany, asked);
  if (crowd !== undefined) return { stop: "held", sequence, reason: crowd };
  const people = { ...asked, authorizers: await withActiveDelegates(context, request, asked) };
  const carried = await carriedAnswers(context, request, people);
  const { outcome, undecided } = phaseOutcome({ ...phase, ...people, rule: whole.text, carried, decisions: [] });
  const managerMissing = words.some((word) => isManager(word) && found.found.get(printRule(word))?.length === 0);
  return { phase, rule: whole.text, conditions, ...people, carried, outcome, undecided, managerMissing };
}

/** Why a phase asks too many people, in words; undefined where it does not. */
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

/** What counts in a phase without being said in it: the approval of who asks, and answers of earlier phases, each as it was. */
async function carriedAnswers(
  { settings }: ServiceContext,
  request: AuthorizedRequest,
  { authorizers }: RulePeople,
): Promise<readonly CarriedAnswer[]> {
  const { requesterKey, editedByKey } = request;
  const byAsking = { userKey: requesterKey, decision: "approve", phase: null } as const;
  // What another has changed since is not what the requester has asked for.
  const hasAsked = (editedByKey ?? requesterKey) === requesterKey;
  const answers = [
    ...(settings.requestersApprove && hasAsked ? [byAsking] : []),
    ...(settings.authorizationPhasePropagation ? await request.decisions() : []),
  ];
  return answers
    .filter(({ userKey }) => authorizers.some((one) => one.userKey === userKey))
    .map(({ userKey, decision, phase }) => ({ userKey, decision, phase }));
}
