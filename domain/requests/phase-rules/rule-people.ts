import type { Scope } from "../../query/evaluate-expression.ts";
import { printRule } from "./print-rule.ts";
import { type JudgedPart, peopleOf, ruleOutcome } from "./rule-outcome.ts";
import { type Guard, isPeople, type Part, type People, type Rule } from "./rule.ts";

/** Empty facts, since a rule without conditions asks nothing of the request. */
export const noFacts: Scope = { rows: [], now: 0, related: (source) => ({ source, rows: [] }) };

/** Person who decides a phase. */
export interface RulePerson {
  readonly userKey: string;
  /** People of the rule that led to this person, as they are written, such as `class('IT')`. */
  readonly via: readonly string[];
  /** True if a denial by this person denies the request. */
  readonly veto: boolean;
  /** True if nothing is approved before this person has answered. */
  readonly inputRequired: boolean;
}

/** Everyone to whom the people of a rule lead. */
export interface RulePeople {
  /** Each person once. */
  readonly authorizers: readonly RulePerson[];
  /** Keys of excluded people, who decide for nobody else either. */
  readonly excluded: readonly string[];
}

/** Returns the people of a rule in force. `found` holds the keys of the people that each of its words, as written, has led to. */
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

/** Returns the words of a rule in force that lead to people, each once. */
export function wordsOf(rule: Rule): readonly People[] {
  return peopleOf(rule, noFacts);
}

/** Returns the people in guards of a kind. */
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
