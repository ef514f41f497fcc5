import { holds, type Scope } from "../../query/evaluate-expression.ts";
import { printRule } from "./print-rule.ts";
import {
  type All,
  type Any,
  type Guard,
  isPeople,
  type Part,
  type People,
  type Rule,
  thresholdOf,
  type When,
} from "./rule.ts";
import { type PhaseAnswers, Voters, type Tally } from "./voters.ts";

/** The three values of a rule and of each of its parts. */
export type Outcome = "approved" | "denied" | "open";

/** All that the outcome of a phase with a rule depends on. */
export interface RuledPhase extends PhaseAnswers {
  readonly rule: Rule;
  /** The request as its conditions see it. */
  readonly facts: Scope;
}

/** Part of a rule with its outcome and its counts. */
export interface JudgedPart {
  readonly part: Part;
  readonly outcome: Outcome;
  /** Number of persons who approve, and of approved rules in it. */
  readonly approvals: number;
  /** Number of persons who deny. */
  readonly denials: number;
  /** Number of approvals needed; for `veto` and `maxDenials` the number of denials that deny, for `all` and `inputRequired` 0. */
  readonly threshold: number;
  /** Keys of those whose answer may change it. */
  readonly undecided: readonly string[];
  /** Parts of an `all`, or rules of an `any`, whose conditions hold. */
  readonly parts: readonly JudgedPart[];
}

/** Need that remains in an open phase. */
export interface Need {
  /** The part that is open. */
  readonly part: Part;
  /** Number of missing approvals; null if answers are needed, whatever they say. */
  readonly approvals: number | null;
  /** Keys of those who can give it. */
  readonly from: readonly string[];
}

/** Outcome of a phase, and everything that explains it. */
export interface RuleOutcome {
  readonly outcome: Outcome;
  /** Part that decides: the first denied part of a denied rule. Null if no condition of the rule holds, so that it asks for nothing. */
  readonly decisive: JudgedPart | null;
  /** Whole rule; null if no condition of it holds. */
  readonly judged: JudgedPart | null;
  /** Each of them if the rule asks for all, any of them if it leaves the choice; empty unless the phase is open. */
  readonly needs: readonly Need[];
}

type Unconditional = Exclude<Part, When>;

interface Around {
  readonly voters: Voters;
  readonly facts: Scope;
  readonly excluded: ReadonlySet<string>;
}

/** Decides a phase by its rule, from its arguments alone. */
export function ruleOutcome(phase: RuledPhase): RuleOutcome {
  const [rule] = applicable([phase.rule], phase.facts);
  if (rule === undefined) return { outcome: "approved", decisive: null, judged: null, needs: [] };
  const judged = judge(rule, { voters: new Voters(phase), facts: phase.facts, excluded: new Set() });
  return { outcome: judged.outcome, decisive: decisiveOf(judged), judged, needs: needsOf(judged) };
}

/** Returns the people whom a rule names where its conditions hold, each once: those to find when the phase opens. */
export function peopleOf(rule: Rule, facts: Scope): readonly People[] {
  return [...new Map(namedIn(rule, facts).map((people) => [printRule(people), people])).values()];
}

function namedIn(part: Part, facts: Scope): People[] {
  if (isPeople(part)) return [part];
  const parts = "of" in part ? part.of : [part];
  return applicable(parts, facts).flatMap((one) => namedIn(one, facts));
}

/** Returns the parts whose conditions hold, without their conditions. */
function applicable(parts: readonly Part[], facts: Scope): Unconditional[] {
  const found: Unconditional[] = [];
  for (const written of parts) {
    let part = written;
    while (part.kind === "when" && holds(part.condition.expression, facts)) part = part.part;
    if (part.kind !== "when") found.push(part);
  }
  return found;
}

function judge(part: Unconditional, around: Around): JudgedPart {
  switch (part.kind) {
    case "all":
      return judgeAll(part, around);
    case "any":
      return judgeAny(part, around);
    case "veto":
    case "maxDenials":
    case "inputRequired":
    case "not":
      return judgeGuard(part, around);
    default:
      return { ...judgeAny({ kind: "any", threshold: { percent: 100 }, of: [part] }, around), part };
  }
}

function judgeAll(part: All, around: Around): JudgedPart {
  const parts = applicable(part.of, around.facts);
  const out = around.voters.keysOf(parts.flatMap((one) => (one.kind === "not" ? one.of : [])));
  const inside = out.length === 0 ? around : { ...around, excluded: new Set([...around.excluded, ...out]) };
  const judged = parts.filter(({ kind }) => kind !== "not").map((one) => judge(one, inside));
  const outcome = (["denied", "open"] as const).find((value) => judged.some((one) => one.outcome === value));
  return { ...uncounted, part, outcome: outcome ?? "approved", parts: judged };
}

function judgeAny(part: Any, around: Around): JudgedPart {
  const all = applicable(part.of, around.facts);
  const tally = around.voters.tally(all.filter(isPeople), around.excluded);
  const rules = all.filter((one) => !isPeople(one)).map((one) => judge(one, around));
  const threshold = thresholdOf(part.threshold, tally.voters + rules.length);
  const approvals = tally.approvals + rules.filter(({ outcome }) => outcome === "approved").length;
  const atBest = tally.approvalsAtBest + rules.filter(({ outcome }) => outcome !== "denied").length;
  const unfinished = atBest < threshold ? "denied" : "open";
  const outcome = approvals >= threshold ? "approved" : unfinished;
  return { ...countsOf(tally), part, outcome, approvals, threshold, parts: rules };
}

function judgeGuard(part: Guard, { voters, excluded }: Around): JudgedPart {
  const tally = voters.tally(part.of, excluded);
  const counts = countsOf(tally);
  if (part.kind === "inputRequired") {
    const { unanswered } = tally;
    return { ...counts, part, outcome: unanswered.length > 0 ? "open" : "approved", undecided: unanswered };
  }
  const threshold = part.kind === "maxDenials" ? thresholdOf(part.threshold, tally.voters) : 1;
  return { ...counts, part, threshold, outcome: tally.denials >= threshold ? "denied" : "approved" };
}

const uncounted = { approvals: 0, denials: 0, threshold: 0, undecided: [], parts: [] } as const;

function countsOf({ approvals, denials, undecided }: Tally) {
  return { ...uncounted, approvals, denials, undecided };
}

function decisiveOf(judged: JudgedPart): JudgedPart {
  const denied = judged.part.kind === "all" ? judged.parts.find(({ outcome }) => outcome === "denied") : undefined;
  return denied === undefined ? judged : decisiveOf(denied);
}

function needsOf({ part, outcome, approvals, threshold, undecided, parts }: JudgedPart): Need[] {
  if (outcome !== "open") return [];
  const inside = parts.flatMap(needsOf);
  if (part.kind === "all") return inside;
  const lacking = part.kind === "inputRequired" ? null : threshold - approvals;
  return [{ part, approvals: lacking, from: undecided }, ...inside];
}
