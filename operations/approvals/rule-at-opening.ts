import { ServiceError } from "#domain/errors.ts";
import { holds, type Scope } from "#domain/query/evaluate-expression.ts";
import type { AskedCondition } from "#domain/requests/ledger/event-kinds.ts";
import { type CarriedAnswer, readRuleInForce } from "#domain/requests/phase-outcome.ts";
import { printRule } from "#domain/requests/phase-rules/print-rule.ts";
import { conditionsOf, ruleInForce } from "#domain/requests/phase-rules/rule-in-force.ts";
import { wordsOf } from "#domain/requests/phase-rules/rule-people.ts";
import type { Rule } from "#domain/requests/phase-rules/rule.ts";
import type { RequestOrigin } from "#domain/requests/request-origin.ts";

import { readPhaseRule } from "../authorization-phases/engine/read-phase-rule.ts";
import type { ServiceContext } from "../kernel/context.ts";
import type { SubjectItem } from "../kernel/subject.ts";
import type { PeopleSought } from "../people/engine/find-people.ts";
import type { PlannedPhase } from "./planned-phase.ts";

/** Item of a subject, as the rules of its phases see it. */
export type AskedItem = Omit<SubjectItem, "key" | "sequence">;

/** Subject whose phases open. */
export interface AskedSubject {
  readonly requesterKey: string;
  readonly recipientKey: string;
  readonly origin: RequestOrigin;
  /** Key of the user who changed its items last. */
  readonly editedByKey?: string | null;
  /** Key of the subject; null before it is saved. */
  readonly key: string | null;
  /** True if its phases were planned just now, so that their rules need not be read again. */
  readonly isNew: boolean;
  /** Reads the items, if a rule needs them. */
  items(): Promise<readonly AskedItem[]>;
  /** Reads the decisions of earlier phases, in order, if they count in later ones. */
  decisions(): Promise<readonly CarriedAnswer[]>;
}

/** A phase with the rule with which it opens. */
export interface RuledPhase<P extends PlannedPhase> {
  /** Phase as planned, with its present rule. */
  readonly phase: P;
  /** Rule without conditions: the parts that apply to the subject. */
  readonly rule: Rule;
  readonly text: string;
  readonly conditions: readonly AskedCondition[];
  /** Subject whose people its words mean. */
  readonly sought: PeopleSought;
}

/**
 * Returns the rule of a phase as it is now, for one subject; if it was deleted meanwhile, that of the submission applies.
 * @throws INTERNAL if the text of the rule is invalid
 */
export async function ruleAtOpening<P extends PlannedPhase>(
  context: ServiceContext,
  subject: AskedSubject,
  planned: P,
): Promise<RuledPhase<P>> {
  const phase = subject.isNew ? planned : await ruledNow(context, planned);
  const written = ruleOf(phase);
  const conditions = await askConditions(context, subject, written);
  const isMet = (text: string) => conditions.some((one) => one.condition === text && one.isMet);
  const rule = ruleInForce(written, ({ text }) => isMet(text));
  const text = conditions.length === 0 ? (phase.rule ?? "") : printRule(rule);
  const { requesterKey, recipientKey } = subject;
  const asksOwners = wordsOf(rule).some(({ kind }) => kind === "groupOwners");
  const groupKeys = asksOwners ? await groupsOf(subject, phase) : [];
  return { phase, rule, text, conditions, sought: { requesterKey, recipientKey, groupKeys } };
}

/** Returns a phase with its present rule; if that was deleted, the phase stays as planned. */
async function ruledNow<P extends PlannedPhase>({ store }: ServiceContext, phase: P): Promise<P> {
  const now = phase.ruleKey === null ? undefined : await store.get("authorizationPhases", phase.ruleKey);
  if (now === undefined) return phase;
  const { version: ruleVersion, rule, minApprovals, maxDenials, reasonRequired, mayEdit } = now;
  return { ...phase, ruleVersion, rule, minApprovals, maxDenials, reasonRequired, mayEdit };
}

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
  subject: AskedSubject,
  rule: Rule,
): Promise<readonly AskedCondition[]> {
  const conditions = new Map(conditionsOf(rule).map((one) => [one.text, one]));
  if (conditions.size === 0) return [];
  const items = await subject.items();
  const { requesterKey, recipientKey, origin } = subject;
  const scope: Scope = {
    rows: [{ source: "requests", row: { requesterKey, recipientKey, origin } }],
    now: clock.now(),
    related: () => ({ source: "requestOperations", rows: items.map((one) => ({ ...one })) }),
  };
  return [...conditions.values()].map(({ text, expression }) => ({
    condition: text,
    isMet: holds(expression, scope),
  }));
}

async function groupsOf(
  subject: AskedSubject,
  { resourceType, resourceKey, targetSystemKey }: PlannedPhase,
): Promise<readonly string[]> {
  if (resourceType === "managedGroup" && resourceKey !== null) return [resourceKey];
  const items = await subject.items();
  // A phase of a template is about the whole request.
  const isAbout = (one: AskedItem) => {
    if (resourceType === "template") return true;
    return resourceType === "role" ? one.roleKey === resourceKey : one.targetSystemKey === targetSystemKey;
  };
  return items.flatMap((one) => (isAbout(one) && one.groupKey ? [one.groupKey] : []));
}
