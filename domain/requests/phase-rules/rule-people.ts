import type { Scope } from "../../query/evaluate-expression.ts";
import { printRule } from "./print-rule.ts";
import { type JudgedPart, peopleOf, ruleOutcome } from "./rule-outcome.ts";
import { type Guard, isPeople, type Part, type People, type Rule } from "./rule.ts";

/** What a rule without conditions asks of the request: nothing. */
export const noFacts: Scope = { rows: [], now: 0, related: (source) => ({ source, rows: [] }) };

/** Somebody who decides a phase. */
export interface RulePerson {
  readonly userKey: string;
  /** How they came in: the people of the rule that led to them, as they are written, such as `class('IT')`. */
  readonly via: readonly string[];
  /** Whether a denial by this person denies the request. */
  readonly veto: boolean;
  /** Whether nothing is approved before this person has answered. */
  readonly inputRequired: boolean;
}

/** Everybody to whom the people of a rule lead. */
export interface RulePeople {
  /** Each person once. */
  readonly authorizers: readonly RulePerson[];
  /** Keys of those who are taken out, and have no say for anybody. */
  readonly excluded: readonly string[];
}

/** The people of a rule in force, by the keys of those whom each of its words has found, as these are written. */
export function rulePeople(rule: Rule, found: ReadonlyMap<string, readonly string[]>): RulePeople {
  const ways = new Map<string, string[]>();
  for (const [way, keys] of found) {
    for (const key of keys) ways.set(key, [...(ways.get(key) ?? []), way]);
  }
  const people = [...ways].map(([userKey, cameInBy]) => ({ userKey, cameInBy }));
  const nothingSaid = { decisions: [], carried: [], delegations: [], approvesByAsking: null };
  const { judged } = ruleOutcome({ rule, facts: noFacts, people, ...nothingSaid });
  const asked = new Set(judged === null ? [] : undecidedIn(judged));
  const [vetoes, required] = [guarded(rule, "veto"), guarded(rule, "inputRequired")];
  return {
    authorizers: people
      .filter(({ userKey }) => asked.has(userKey))
      .map(({ userKey, cameInBy: via }) => {
        return {
          userKey,
          via,
          veto: via.some((way) => vetoes.has(way)),
          inputRequired: via.some((way) => required.has(way)),
        };
      }),
    excluded: people.map(({ userKey }) => userKey).filter((key) => !asked.has(key)),
  };
}

/** The words of a rule in force that lead to people, each once. */
export function wordsOf(rule: Rule): readonly People[] {
  return peopleOf(rule, noFacts);
}

/** The people who stand in guards of a kind. */
export function peopleIn(part: Part, kind: Guard["kind"]): readonly People[] {
  if (isPeople(part)) return [];
  if (part.kind === "when") return peopleIn(part.part, kind);
  if (part.kind === "all" || part.kind === "any") return part.of.flatMap((one) => peopleIn(one, kind));
  return part.kind === kind ? part.of : [];
}

function guarded(rule: Rule, kind: Guard["kind"]): ReadonlySet<string> {
  return new Set(peopleIn(rule, kind).map(printRule));
}

function undecidedIn({ undecided, parts }: JudgedPart): readonly string[] {
  return [...undecided, ...parts.flatMap(undecidedIn)];
}
