import type { Expression } from "../../query/bound-query.ts";
import { always, eq, never } from "../../query/condition.ts";
import type { Scope } from "../../query/evaluate-expression.ts";
import type { Random } from "../../random.fixture.ts";
import type { ReadCondition } from "./build-rule.ts";
import type { Decision, PhaseDecision } from "./decision.ts";
import { printRule } from "./print-rule.ts";
import type { RuledPhase } from "./rule-outcome.ts";
import { type All, type Any, isPeople, type Part, type People, type Rule, type Threshold, type When } from "./rule.ts";

const conditions: Readonly<Record<string, Expression>> = {
  "risk == 'high'": eq("risk", "high"),
  "risk == 'it''s'": eq("risk", "it's"),
  true: always,
  false: never,
};

/** Reads the few conditions of these tests. */
export const readCondition: ReadCondition = (text) => {
  const condition = Object.hasOwn(conditions, text) ? conditions[text] : undefined;
  return condition ? { condition } : { findings: [{ line: 1, column: 4, message: `no field in "${text}"` }] };
};

/** Returns the facts of a request of some risk, as conditions see them. */
export function factsOf(risk: string): Scope {
  return {
    rows: [{ source: "requests", row: { risk } }],
    now: 0,
    related: (source) => ({ source, rows: [] }),
  };
}

const everyone = ["ada", "ben", "cleo", "dan", "eve", "fay"] as const;

/** People in every form that a rule knows. */
export const samplePeople: readonly People[] = [
  { kind: "class", name: "IT" },
  { kind: "class", name: "O'Neill, (1)" },
  { kind: "plugin", name: "owners-of-cost-centre" },
  { kind: "user", name: "ada" },
  { kind: "user", name: "ben" },
  { kind: "manager", levels: 1 },
  { kind: "manager", levels: 2 },
  { kind: "groupOwners" },
  { kind: "requester" },
  { kind: "recipient" },
];

/** Returns true if people of a rule may be more than one person. */
export function meansMany({ kind }: People): boolean {
  return kind === "class" || kind === "plugin" || kind === "groupOwners";
}

const signs: readonly Decision[] = ["approve", "deny", "abstain"];

/** Makes rules and phases of every shape, the same ones from the same seed. */
export function createRuleMaker(random: Random) {
  const several = <T>(make: () => T, least: number, most: number): T[] =>
    Array.from({ length: least + random.below(most - least + 1) }, make);
  const people = (): People => random.pick(samplePeople);
  const share = (): Threshold => ({ percent: random.pick([1, 34, 50, 67, 100]) });
  const when = (part: Part): When => {
    const [text, expression] = random.pick(Object.entries(conditions));
    return { kind: "when", condition: { text, expression }, part };
  };
  const maybe = (part: Part): Part => (random.below(6) === 0 ? when(part) : part);

  const guard = (isChoice: boolean): Part => {
    const of = several(people, 1, 2);
    const kind = isChoice ? "not" : random.pick(["veto", "maxDenials", "inputRequired", "not"] as const);
    if (kind !== "maxDenials") return { kind, of };
    return { kind, threshold: random.below(3) === 0 ? share() : 1 + random.below(3), of };
  };
  const anyOf = (depth: number): Any => {
    const threshold = random.below(3) === 0 ? share() : random.below(4);
    return {
      kind: "any",
      threshold,
      of: several(() => maybe(partOf(depth, true, people)), random.below(8) === 0 ? 0 : 2, 4),
    };
  };
  const allOf = (depth: number, isChoice: boolean): All => {
    return { kind: "all", of: several(() => maybe(partOf(depth, isChoice, () => guard(isChoice))), 0, 4) };
  };
  const partOf = (depth: number, isChoice: boolean, other: () => Part): Part => {
    const choice = random.below(4);
    if (choice === 0 || depth === 0) return other();
    if (choice === 1) return people();
    return choice === 2 ? anyOf(depth - 1) : allOf(depth - 1, isChoice);
  };

  const rule = (depth = 2): Rule => {
    const one = random.below(2) === 0 ? anyOf(depth) : allOf(depth, false);
    return random.below(8) === 0 ? when(one) : one;
  };
  const decision = (): PhaseDecision => ({ userKey: random.pick(everyone), decision: random.pick(signs) });
  /** Picks the ways by which a person came in; a word that means one person leads to nobody else. */
  const ways = (taken: Set<string>): string[] => {
    const found = several(people, 1, 5).filter((one) => !taken.has(printRule(one)));
    for (const one of found) if (!meansMany(one)) taken.add(printRule(one));
    return found.map(printRule);
  };
  const phase = (): RuledPhase => {
    const taken = new Set<string>();
    const listed = everyone.slice(0, everyone.length - random.below(3));
    const from = random.shuffle(everyone).slice(0, random.below(4));
    return {
      rule: rule(),
      facts: factsOf(random.pick(["high", "low"])),
      people: listed.map((userKey) => ({ userKey, cameInBy: ways(taken) })),
      decisions: several(decision, 0, 4),
      carried: random.below(3) === 0 ? several(decision, 1, 2) : [],
      delegations: from.map((one) => ({ from: one, to: random.pick(everyone) })),
      approvesByAsking: random.below(4) === 0 ? random.pick(everyone) : null,
    };
  };
  return { rule, phase, everyone };
}

/** Returns true if a part contains a condition. */
export function isConditional(part: Part): boolean {
  return !isPeople(part) && (part.kind === "when" || part.of.some(isConditional));
}
