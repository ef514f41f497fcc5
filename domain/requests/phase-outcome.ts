import { ServiceError } from "../errors.ts";
import type { PhaseDecision } from "./phase-rules/decision.ts";
import { parseRule } from "./phase-rules/parse-rule.ts";
import { printRule } from "./phase-rules/print-rule.ts";
import { ruleOfPhase } from "./phase-rules/rule-of-phase.ts";
import { type JudgedPart, type Need, type Outcome, ruleOutcome } from "./phase-rules/rule-outcome.ts";
import { noFacts, peopleIn, wordsOf } from "./phase-rules/rule-people.ts";
import type { Rule } from "./phase-rules/rule.ts";
import { type ListedPerson, Seats } from "./phase-rules/seats.ts";
import { isAsked, standInsOf, waysOf } from "./stand-ins.ts";

/** The states of a phase of a request. */
export const PhaseState = { Pending: "pending", Open: "open", Approved: "approved", Denied: "denied" } as const;

/** The state of a phase of a request. */
export type PhaseState = (typeof PhaseState)[keyof typeof PhaseState];

/** An authorizer of a phase; the same person may be listed more than once. */
export interface PhaseAuthorizer {
  readonly userKey: string;
  /** The people of the rule that led to this person, as they are written, and those for whom they stand in; null = the person was named. */
  readonly via?: readonly string[] | null;
  /** A denial by this one denies the request. */
  readonly veto: boolean;
  /** The phase is not approved before this one has answered. */
  readonly inputRequired: boolean;
}

/** An answer that counts in a phase and was not given there. */
export interface CarriedAnswer extends PhaseDecision {
  /** The number of the phase in which it was given; null = by asking for it. */
  readonly phase: number | null;
}

/** All that the outcome of a phase depends on. */
export interface Phase {
  /** The rule with which it opened; null = the numbers and flags of its authorizers say it. */
  readonly rule?: string | null;
  readonly minApprovals: number;
  readonly maxDenials: number;
  readonly authorizers: readonly PhaseAuthorizer[];
  readonly decisions: readonly PhaseDecision[];
  readonly carried?: readonly CarriedAnswer[] | null;
  /** Keys of those who have no say for anybody. */
  readonly excluded?: readonly string[] | null;
}

/** The outcome of a phase, the rule that led to it, and what it counted: enough to explain it. */
export interface PhaseOutcome {
  readonly outcome: Outcome;
  /** 2 veto, 3 too many denials, 4 enough approvals, 5 approvals out of reach, 6 wait. */
  readonly rule: 2 | 3 | 4 | 5 | 6;
  readonly approvals: number;
  readonly denials: number;
  /** How many approvals are still needed. */
  readonly approvalsMissing: number;
  /** Keys of those who have not answered. */
  readonly undecided: readonly string[];
  /** Keys of those who have not answered and must. */
  readonly inputMissing: readonly string[];
  /** What is still needed; empty unless it is open. */
  readonly needs: readonly Need[];
}

/**
 * Decides a phase from its rule and its decisions alone; each person counts once, also one who stands in for others, and strangers do not count.
 * @throws INTERNAL where the text of the rule is none
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
    delegations: standInsOf(phase.authorizers).filter(({ to }) => excluded?.includes(to) !== true),
  };
  const { outcome, decisive, needs } = ruleOutcome({ rule, facts: noFacts, ...answers });
  const seats = new Seats(answers);
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
 * The text of the rule by which a phase is decided.
 * @throws INTERNAL where the text of the rule is none
 */
export function ruleText(phase: Pick<Phase, "rule" | "minApprovals" | "maxDenials" | "authorizers">): string {
  return phase.rule ?? printRule(ruleOf(phase));
}

/** Reads the text of a rule that holds no condition; undefined where it is none. */
export function readRuleInForce(text: string): Rule | undefined {
  const known = readBefore.get(text);
  if (known !== undefined) return known;
  const reading = parseRule(text, () => ({ findings: [] }));
  if ("findings" in reading) return undefined;
  if (readBefore.size >= readBeforeMax) readBefore.clear();
  readBefore.set(text, reading.rule);
  return reading.rule;
}

// Requests for one thing have the same rule, which is then read once.
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
