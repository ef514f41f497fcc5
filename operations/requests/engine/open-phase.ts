import { ServiceError } from "#domain/errors.ts";
import { directManagerClass } from "#domain/identity/user-classes.ts";
import type { Scope } from "#domain/query/evaluate-expression.ts";
import { holds } from "#domain/query/evaluate-expression.ts";
import type { AskedCondition } from "#domain/requests/ledger/event-kinds.ts";
import { type CarriedAnswer, phaseOutcome, readRuleInForce } from "#domain/requests/phase-outcome.ts";
import { printRule } from "#domain/requests/phase-rules/print-rule.ts";
import { conditionsOf, ruleInForce } from "#domain/requests/phase-rules/rule-in-force.ts";
import type { Outcome } from "#domain/requests/phase-rules/rule-outcome.ts";
import { type RulePeople, rulePeople, wordsOf } from "#domain/requests/phase-rules/rule-people.ts";
import type { People, Rule } from "#domain/requests/phase-rules/rule.ts";
import type { Row } from "#store/tables.ts";

import { readPhaseRule } from "../../authorization-phases/engine/read-phase-rule.ts";
import type { ServiceContext } from "../../context.ts";
import { findPeople, tooManyPeople } from "./find-people.ts";
import type { PlannedPhase } from "./plan-phases.ts";

/** An operation as far as the phases of its request ask for it. */
type AskedOperation = Pick<Row<"requestOperations">, "code" | "targetSystemKey"> & {
  readonly groupKey?: string | null | undefined;
};

/** The request whose phases open. */
export interface AuthorizedRequest extends Pick<Row<"reqbatch">, "requesterKey" | "recipientKey" | "origin"> {
  /** True where its phases were planned just now, so that their rules need not be looked up again. */
  readonly isNew: boolean;
  /** Read where a rule asks for them. */
  operations(): Promise<readonly AskedOperation[]>;
  /** What was said in earlier phases, in its order; read where it counts in later ones. */
  decisions(): Promise<readonly CarriedAnswer[]>;
}

/** A phase with the rule and the people with which it opens. */
export interface OpenedPhase<P extends PlannedPhase = PlannedPhase> extends RulePeople {
  /** As it was planned, with its rule of now; the rule has no conditions any more. */
  readonly phase: P;
  readonly rule: string;
  readonly conditions: readonly AskedCondition[];
  readonly carried: readonly CarriedAnswer[];
  readonly outcome: Outcome;
  /** True where it asks for the recipient's manager, and nobody can be asked. */
  readonly managerMissing: boolean;
}

/**
 * Gives a phase its people and its rule, as both are now; what was changed of the rule since the request was submitted counts, and
 * where it was removed meanwhile the rule of then holds.
 * @throws LIMIT_EXCEEDED
 */
export async function openPhase<P extends PlannedPhase>(
  context: ServiceContext,
  request: AuthorizedRequest,
  planned: P,
): Promise<OpenedPhase<P>> {
  const phase = request.isNew ? planned : await ruledNow(context, planned);
  const written = ruleOf(phase);
  const conditions = await askConditions(context, request, written);
  const rule = ruleInForce(written, ({ text }) =>
    conditions.some(({ condition, isMet }) => condition === text && isMet),
  );
  const words = wordsOf(rule);
  const sought = { ...request, groupKeys: words.some(isOwners) ? await groupsOf(request, phase) : [] };
  const { found, tooMany } = await findPeople(context, words, sought);
  if (tooMany !== undefined) throw tooManyPeople(tooMany);
  const people = rulePeople(rule, found);
  const carried = await carriedAnswers(context, request, people);
  const text = conditions.length === 0 ? (phase.rule ?? "") : printRule(rule);
  const { outcome } = phaseOutcome({ ...phase, ...people, rule: text, carried, decisions: [] });
  const managerMissing = words.some((word) => isManager(word) && found.get(printRule(word))?.length === 0);
  return { phase, rule: text, conditions, ...people, carried, outcome, managerMissing };
}

/** A phase with its rule of now; what was removed meanwhile is as it was planned. */
async function ruledNow<P extends PlannedPhase>({ store }: ServiceContext, phase: P): Promise<P> {
  const now = phase.ruleKey === null ? undefined : await store.get("authorizationPhases", phase.ruleKey);
  if (now === undefined) return phase;
  const { version: ruleVersion, rule, minApprovals, maxDenials } = now;
  return { ...phase, ruleVersion, rule, minApprovals, maxDenials };
}

const isOwners = ({ kind }: People) => kind === "groupOwners";
const isManager = (people: People) =>
  people.kind === "manager" || (people.kind === "class" && people.name === directManagerClass);

function ruleOf({ rule, ruleKey }: PlannedPhase): Rule {
  const inForce = readRuleInForce(rule ?? "");
  if (inForce !== undefined) return inForce;
  const reading = readPhaseRule(rule ?? "");
  if ("rule" in reading) return reading.rule;
  const [finding] = reading.findings;
  throw new ServiceError("INTERNAL", { detail: `the rule of the phase ${ruleKey}: ${finding?.message}` });
}

async function askConditions(
  { clock }: ServiceContext,
  request: AuthorizedRequest,
  rule: Rule,
): Promise<readonly AskedCondition[]> {
  const conditions = new Map(conditionsOf(rule).map((one) => [one.text, one]));
  if (conditions.size === 0) return [];
  const operations = await request.operations();
  const { requesterKey, recipientKey, origin } = request;
  const scope: Scope = {
    rows: [{ source: "requests", row: { requesterKey, recipientKey, origin } }],
    now: clock.now(),
    related: () => ({ source: "requestOperations", rows: operations.map((one) => ({ ...one })) }),
  };
  return [...conditions.values()].map(({ text, expression }) => ({
    condition: text,
    isMet: holds(expression, scope),
  }));
}

async function groupsOf(
  request: AuthorizedRequest,
  { resourceType, resourceKey, targetSystemKey }: PlannedPhase,
): Promise<readonly string[]> {
  if (resourceType === "managedGroup" && resourceKey !== null) return [resourceKey];
  const operations = await request.operations();
  return operations.flatMap((one) => (one.targetSystemKey === targetSystemKey && one.groupKey ? [one.groupKey] : []));
}

/** What counts in a phase without being said in it: the approval of who asks, and answers of earlier phases, each as it was. */
async function carriedAnswers(
  { settings }: ServiceContext,
  request: AuthorizedRequest,
  { authorizers }: RulePeople,
): Promise<readonly CarriedAnswer[]> {
  const byAsking = { userKey: request.requesterKey, decision: "approve", phase: null } as const;
  const answers = [
    ...(settings.requestersApprove ? [byAsking] : []),
    ...(settings.authorizationPhasePropagation ? await request.decisions() : []),
  ];
  return answers.filter(({ userKey }) => authorizers.some((one) => one.userKey === userKey));
}
