import { ServiceError } from "../errors.ts";
import { isAsked, activeDelegatesOf, waysOf } from "./active-delegates.ts";
import type { PhaseDecision } from "./phase-rules/decision.ts";
import { parseRule } from "./phase-rules/parse-rule.ts";
import { printRule } from "./phase-rules/print-rule.ts";
import { ruleOfPhase } from "./phase-rules/rule-of-phase.ts";
import { type JudgedPart, type Need, type Outcome, ruleOutcome } from "./phase-rules/rule-outcome.ts";
import { noFacts, peopleIn, wordsOf } from "./phase-rules/rule-people.ts";
import type { Rule } from "./phase-rules/rule.ts";
import { type ListedPerson, Voters } from "./phase-rules/voters.ts";

/** The states of a phase of a request. */
export const PhaseState = { Pending: "pending", Open: "open", Approved: "approved", Denied: "denied" } as const;

/** The state of a phase of a request. */
export type PhaseState = (typeof PhaseState)[keyof typeof PhaseState];

/** An authorizer of a phase; the same person may be listed more than once. */
export interface PhaseAuthorizer {
  readonly userKey: string;
  /** People of the rule that led to this person, as they are written, and those for whom they stand in; null if the person was named. */
  readonly via?: readonly string[] | null;
  /** True if a denial by this person denies the request. */
  readonly veto: boolean;
  /** True if the phase is not approved before this person has answered. */
  readonly inputRequired: boolean;
}

/** Answer that counts in a phase and was given elsewhere. */
export interface CarriedAnswer extends PhaseDecision {
  /** Number of the phase in which it was given; null if the requester gave it by submitting the request. */
  readonly phase: number | null;
}

/** Everything that the outcome of a phase depends on. */
export interface Phase {
  /** Rule with which the phase opened; null if the numbers and flags of its authorizers define it. */
  readonly rule?: string | null;
  readonly minApprovals: number;
  readonly maxDenials: number;
  readonly authorizers: readonly PhaseAuthorizer[];
  readonly decisions: readonly PhaseDecision[];
  readonly carried?: readonly CarriedAnswer[] | null;
  /** Keys of excluded people, who decide for nobody else either. */
  readonly excluded?: readonly string[] | null;
}

/** Outcome of a phase, the rule that led to it, and its counts: enough to explain it. */
export interface PhaseOutcome {
  readonly outcome: Outcome;
  /** 2 veto, 3 too many denials, 4 enough approvals, 5 approvals out of reach, 6 wait. */
  readonly rule: 2 | 3 | 4 | 5 | 6;
  readonly approvals: number;
  readonly denials: number;
  /** Number of approvals that are still needed. */
  readonly approvalsMissing: number;
  /** Keys of those who have not answered. */
  readonly undecided: readonly string[];
  /** Keys of those who must answer and have not. */
  readonly inputMissing: readonly string[];
  /** Needs that remain; empty unless the phase is open. */
  readonly needs: readonly Need[];
}

/**
 * Decides a phase from its rule and its decisions alone. Each person counts once, even one who stands in for others; strangers do not
 * count.
 * @throws INTERNAL if the text of the rule is invalid
 */
export function phaseOutcome(phase: Phase): PhaseOutcome {
  const rule = ruleOf(phase);
  const people = phase.authorizers.map(listed);
  const { decisions, carried, excluded } = phase;
  const answers = {
    people,
    decisions,
    carried: carried ?? [],
    approvesByAsking: null,
    delegations: activeDelegatesOf(phase.authorizers).filter(({ to }) => excluded?.includes(to) !== true),
  };
  const { outcome, decisive, needs } = ruleOutcome({ rule, facts: noFacts, ...answers });
  const seats = new Voters(answers);
  const { approvals, denials, undecided } = seats.tally(wordsOf(rule), nobody);
  return {
    outcome,
    rule: numberOf(outcome, decisive),
    approvals,
    denials,
    undecided,
    needs,
    approvalsMissing: decisive === null ? 0 : missing(decisive),
    inputMissing: seats.tally(peopleIn(rule, "inputRequired"), nobody).unanswered,
  };
}

/**
 * Returns the text of the rule that decides a phase.
 * @throws INTERNAL if the text of the rule is invalid
 */
export function ruleText(phase: Pick<Phase, "rule" | "minApprovals" | "maxDenials" | "authorizers">): string {
  return phase.rule ?? printRule(ruleOf(phase));
}

/** Parses the text of a rule without conditions; undefined if it is invalid. */
export function readRuleInForce(text: string): Rule | undefined {
  const known = readBefore.get(text);
  if (known !== undefined) return known;
  const reading = parseRule(text, () => ({ findings: [] }));
  if ("findings" in reading) return undefined;
  if (readBefore.size >= readBeforeMax) readBefore.clear();
  readBefore.set(text, reading.rule);
  return reading.rule;
}

// Requests for the same access share a rule, which is then parsed once.
const readBefore = new Map<string, Rule>();
const readBeforeMax = 1_000;

const nobody: ReadonlySet<string> = new Set();

function ruleOf({ rule: text = null, minApprovals, maxDenials, authorizers }: Omit<Phase, "decisions">): Rule {
  if (text === null) {
    const named = authorizers
      .filter(isAsked)
      .map((one) => ({ ...one, people: { kind: "user", name: one.userKey } as const }));
    return ruleOfPhase({ minApprovals, maxDenials, authorizers: named });
  }
  const rule = readRuleInForce(text);
  if (rule === undefined) throw new ServiceError("INTERNAL", { detail: `the rule of a phase cannot be read: ${text}` });
  return rule;
}

function listed(person: PhaseAuthorizer): ListedPerson {
  return { userKey: person.userKey, cameInBy: waysOf(person).own };
}

function numberOf(outcome: Outcome, decisive: JudgedPart | null): PhaseOutcome["rule"] {
  if (outcome === "approved") return 4;
  if (outcome === "open") return 6;
  const kind = decisive?.part.kind;
  return kind === "veto" ? 2 : kind === "maxDenials" ? 3 : 5;
}

function missing({ part, outcome, threshold, approvals, parts }: JudgedPart): number {
  if (outcome !== "open" || part.kind === "inputRequired") return 0;
  return part.kind === "all" ? parts.reduce((sum, one) => sum + missing(one), 0) : threshold - approvals;
}
