import { beforeAll, describe, expect, test } from "vitest";

import { testSize } from "#test/support/test-size.ts";

import { createRandom } from "../../random.fixture.ts";
import { checkRule, type SizeOf } from "./check-rule.ts";
import type { Decision } from "./decision.ts";
import { parseRule, readRule } from "./parse-rule.ts";
import { printRule, ruleData } from "./print-rule.ts";
import { createRuleMaker, isConditional, meansMany, readCondition, samplePeople } from "./random-rule.fixture.ts";
import { ruleOfPhase, type SimplePhase } from "./rule-of-phase.ts";
import { type JudgedPart, type RuledPhase, type RuleOutcome, ruleOutcome } from "./rule-outcome.ts";
import type { All, People, Rule } from "./rule.ts";
import { simpleOutcome } from "./simple-outcome.fixture.ts";

const count = testSize(2_000, 100_000);
/** Number of phases among which each planted fault is found. */
const faultyCount = testSize(5_000, 100_000);

type Judge = (phase: RuledPhase) => RuleOutcome;

/** Property of every outcome, and a fault that breaks it. */
interface Property {
  /** Returns true if it holds for a phase, tested with random answers of random people. */
  readonly holds: (phase: RuledPhase, judge: Judge, more: More) => boolean;
  readonly fault: Judge;
}

type Holds = (phase: RuledPhase, more: More) => boolean;

/** Property of every phase, and variants with a planted fault by name, for which it does not hold. */
interface Claim {
  readonly holds: Holds;
  readonly faults: Readonly<Record<string, Holds>>;
}

type More = Pick<ReturnType<typeof createRuleMaker>, "everyone"> & { readonly random: ReturnType<typeof createRandom> };

const signs: readonly Decision[] = ["approve", "deny", "abstain"];
const rank = { denied: 0, open: 1, approved: 2 } as const;

/** Returns the phase with one more answer from each of some people. */
function withWords(phase: RuledPhase, people: readonly string[], wordOf: () => Decision): RuledPhase {
  return { ...phase, decisions: [...phase.decisions, ...people.map((userKey) => ({ userKey, decision: wordOf() }))] };
}

function silentIn(phase: RuledPhase, { everyone }: More): string[] {
  const spoken = new Set([...phase.decisions, ...phase.carried].map(({ userKey }) => userKey));
  return everyone.filter((key) => !spoken.has(key) && key !== phase.approvesByAsking);
}

function judgedParts(judged: JudgedPart): JudgedPart[] {
  return [judged, ...judged.parts.flatMap(judgedParts)];
}

/** Returns an outcome as text that does not depend on the order of its input. */
function summary({ outcome, decisive, needs }: RuleOutcome) {
  const wanted = needs.map(({ part, approvals, from }) => [printRule(part), approvals, from.toSorted()]);
  return JSON.stringify([outcome, decisive && printRule(decisive.part), wanted]);
}

const properties: Readonly<Record<string, Property>> = {
  "one approval more never leads from approved to open or denied, nor from open to denied": {
    holds: (phase, judge, { random, everyone }) => {
      const more = withWords(phase, [random.pick(everyone)], () => "approve");
      return rank[judge(more).outcome] >= rank[judge(phase).outcome];
    },
    fault: (phase) => {
      const loud = phase.decisions.filter(({ decision }) => decision === "approve").length > 2;
      return ruleOutcome(loud ? { ...phase, decisions: [] } : phase);
    },
  },
  "what is denied stays denied, whatever those say who have said nothing": {
    holds: (phase, judge, more) =>
      judge(phase).outcome !== "denied" ||
      judge(withWords(phase, silentIn(phase, more), () => more.random.pick(signs))).outcome === "denied",
    fault: (phase) => {
      const judged = ruleOutcome(phase);
      return judged.outcome === "open" && judged.needs.length > 1 ? { ...judged, outcome: "denied" } : judged;
    },
  },
  "what is open is approved as soon as all approve who have said nothing": {
    holds: (phase, judge, more) =>
      judge(phase).outcome !== "open" ||
      judge(withWords(phase, silentIn(phase, more), () => "approve")).outcome === "approved",
    fault: (phase) => {
      const judged = ruleOutcome(phase);
      return judged.decisive?.part.kind === "any" && judged.outcome === "denied"
        ? { ...judged, outcome: "open" }
        : judged;
    },
  },
  "each part is approved or denied or open by what was counted for it": {
    holds: (phase, judge) => {
      const { decisive } = judge(phase);
      return (decisive === null ? [] : judgedParts(decisive)).every(
        ({ part, outcome, approvals, denials, threshold }) =>
          (part.kind !== "any" || (outcome === "approved") === approvals >= threshold) &&
          ((part.kind !== "veto" && part.kind !== "maxDenials") || (outcome === "denied") === denials >= threshold),
      );
    },
    fault: (phase) => {
      const judged = ruleOutcome(phase);
      const isMet = judged.decisive?.part.kind === "any" && judged.outcome === "approved";
      return isMet && judged.decisive ? { ...judged, decisive: { ...judged.decisive, outcome: "open" } } : judged;
    },
  },
  "what is open says what it needs, and nothing else does": {
    holds: (phase, judge) => {
      const { outcome, needs } = judge(phase);
      return (
        (outcome === "open") === needs.length > 0 && needs.every(({ approvals }) => approvals === null || approvals > 0)
      );
    },
    fault: (phase) => {
      const judged = ruleOutcome(phase);
      return { ...judged, needs: judged.needs.filter(({ approvals }) => approvals !== null) };
    },
  },
  "the order of people, decisions and delegations does not matter": {
    holds: (phase, judge, { random }) => {
      const { people, decisions, delegations } = phase;
      const shuffled = {
        people: random.shuffle(people),
        decisions: random.shuffle(decisions),
        delegations: random.shuffle(delegations),
      };
      return summary(judge({ ...phase, ...shuffled })) === summary(judge(phase));
    },
    fault: (phase) => {
      const last = new Map(phase.decisions.map((one) => [one.userKey, one]));
      return ruleOutcome({ ...phase, decisions: [...last.values()] });
    },
  },
  "one person who decides for everybody is one approval in each part": {
    holds: (phase, judge, { everyone }) => {
      const delegations = everyone.map((from) => ({ from, to: "zoe" }));
      const decisions = [{ userKey: "zoe", decision: "approve" as const }];
      const { decisive } = judge({ ...phase, decisions, delegations, carried: [], approvesByAsking: null });
      return (decisive === null ? [] : judgedParts(decisive)).every(
        ({ approvals, parts }) => approvals - parts.filter(({ outcome }) => outcome === "approved").length <= 1,
      );
    },
    // Each delegation counts as a decision of its own.
    fault: (phase) => {
      const said = new Map(phase.decisions.map(({ userKey, decision }) => [userKey, decision]));
      const forOthers = phase.delegations.flatMap(({ from, to }) => {
        const decision = said.get(to);
        return decision === undefined || said.has(from) ? [] : [{ userKey: from, decision }];
      });
      return ruleOutcome({ ...phase, decisions: [...phase.decisions, ...forOthers] });
    },
  },
  "who is taken out by not(…) has no say": {
    holds: (phase, judge) => {
      const rule: Rule = { kind: "all", of: [phase.rule, { kind: "not", of: [{ kind: "requester" }] }] };
      const out = new Set(
        phase.people.filter(({ cameInBy }) => cameInBy.includes("requester")).map(({ userKey }) => userKey),
      );
      const decisions = phase.decisions.filter(({ userKey }) => !out.has(userKey));
      return summary(judge({ ...phase, rule, decisions })) === summary(judge({ ...phase, rule }));
    },
    fault: (phase) => {
      const [first] = phase.rule.kind === "all" ? phase.rule.of : [];
      return ruleOutcome(first?.kind === "any" || first?.kind === "all" ? { ...phase, rule: first } : phase);
    },
  },
  "an answer of an earlier phase counts like one of this phase, with its sign": {
    holds: (phase, judge) => {
      const last = [...new Map(phase.decisions.map((one) => [one.userKey, one])).values()];
      const alone = { ...phase, delegations: [], carried: [], approvesByAsking: null };
      return (
        summary(judge({ ...alone, decisions: last })) === summary(judge({ ...alone, decisions: [], carried: last }))
      );
    },
    fault: (phase) =>
      ruleOutcome({ ...phase, carried: phase.carried.map((one) => ({ ...one, decision: "approve" as const })) }),
  },
};

const knownOutcomes = new WeakMap<RuledPhase, RuleOutcome>();

/** Returns the outcome of a phase, computed once for several claims. */
const judgeOnce: Judge = (phase) => {
  const outcome = knownOutcomes.get(phase) ?? ruleOutcome(phase);
  knownOutcomes.set(phase, outcome);
  return outcome;
};

const nothingElse = { carried: [], delegations: [], approvesByAsking: null };

type Compile = (phase: SimplePhase) => All;

/** Returns the outcome of a simple phase by its own rules, and by the rule that it is short for. */
function bothWays(phase: RuledPhase, { random, everyone }: More, compile: Compile) {
  const listed = Array.from({ length: random.below(6) }, () => random.pick(everyone));
  const flags = () => ({ veto: random.below(4) === 0, inputRequired: random.below(4) === 0 });
  const authorizers = listed.map((userKey) => ({ userKey, ...flags() }));
  const numbers = { minApprovals: random.below(4), maxDenials: random.below(4) };
  const { decisions } = phase;

  const people = (userKey: string): People => ({ kind: "user", name: userKey });
  const rule = compile({
    ...numbers,
    authorizers: authorizers.map((one) => ({ ...one, people: people(one.userKey) })),
  });
  const cameIn = listed.map((userKey) => ({ userKey, cameInBy: [printRule(people(userKey))] }));
  const ruled = ruleOutcome({ rule, facts: phase.facts, people: cameIn, decisions, ...nothingElse });
  return { simple: simpleOutcome({ ...numbers, authorizers, decisions }), ruled };
}

const deniedBy: Readonly<Record<string, number>> = { veto: 2, maxDenials: 3, any: 5 };

function areEqual(phase: RuledPhase, more: More, compile: Compile): boolean {
  const { simple, ruled } = bothWays(phase, more, compile);
  const { outcome, decisive } = ruled;
  if (outcome !== simple.outcome) return false;
  if (outcome === "denied") return deniedBy[decisive?.part.kind ?? ""] === simple.rule;
  const none = { approvals: 0, denials: 0, undecided: [] };
  const counted = (kind: string) => decisive?.parts.find(({ part }) => part.kind === kind) ?? none;
  return (
    counted("any").approvals === simple.approvals &&
    counted("maxDenials").denials === simple.denials &&
    areSameKeys(counted("any").undecided, simple.undecided) &&
    areSameKeys(counted("inputRequired").undecided, simple.inputMissing)
  );
}

function areSameKeys(some: readonly string[], others: readonly string[]): boolean {
  return String(some.toSorted()) === String(others.toSorted());
}

function without(flag: "veto" | "inputRequired"): Compile {
  return (phase) => ruleOfPhase({ ...phase, authorizers: phase.authorizers.map((one) => ({ ...one, [flag]: false })) });
}

const areEqualBy =
  (compile: Compile): Holds =>
  (phase, more) =>
    areEqual(phase, more, compile);

const readAgainBy =
  (printed: (text: string) => string): Holds =>
  ({ rule }) => {
    const reading = parseRule(printed(printRule(rule)), readCondition);
    return "rule" in reading && isSame(reading.rule, rule);
  };

function isSame(one: Rule, other: Rule): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type Check = typeof checkRule;

const neverMetBy =
  (check: Check): Holds =>
  (phase) =>
    check(phase.rule).canBeMet || judgeOnce(phase).outcome !== "approved";

// Three persons for each class, one for each of the others, nobody twice, and all approve.
const sizeOf: SizeOf = (people) => (meansMany(people) ? 3 : 1);
const crowd = samplePeople.flatMap((one) =>
  Array.from({ length: sizeOf(one) }, (_, index) => ({
    userKey: `${printRule(one)} ${index}`,
    cameInBy: [printRule(one)],
  })),
);
const approvals = crowd.map(({ userKey }) => ({ userKey, decision: "approve" as const }));

const metBy =
  (check: Check): Holds =>
  ({ rule, facts }) => {
    if (isConditional(rule)) return true;
    const { outcome } = ruleOutcome({ rule, facts, people: crowd, decisions: approvals, ...nothingElse });
    return check(rule, sizeOf).canBeMet === (outcome === "approved");
  };

const warnedBy =
  (check: Check): Holds =>
  (phase) => {
    const { outcome } = ruleOutcome({ ...phase, decisions: [], ...nothingElse });
    return outcome !== "approved" || check(phase.rule).warnings.some(({ problem }) => problem === "unasked");
  };

const calm: Check = () => ({ canBeMet: true, warnings: [] });

const claims: Readonly<Record<string, Claim>> = {
  ...Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, claimOf(property)])),
  "a simple phase and its rule have the same outcome for the same reason, and count and need the same": {
    holds: areEqualBy(ruleOfPhase),
    faults: {
      "no vetoes": areEqualBy(without("veto")),
      "nobody is waited for": areEqualBy(without("inputRequired")),
      "no denial denies": areEqualBy((phase) => ({
        kind: "all",
        of: ruleOfPhase(phase).of.filter(({ kind }) => kind !== "maxDenials"),
      })),
      "one denial more passes": areEqualBy((phase) => ruleOfPhase({ ...phase, maxDenials: phase.maxDenials + 1 })),
      "one approval less is enough": areEqualBy((phase) =>
        ruleOfPhase({ ...phase, minApprovals: phase.minApprovals - 1 }),
      ),
    },
  },
  "a rule is read as it was printed": {
    holds: readAgainBy((text) => text),
    faults: { "quotes written once": readAgainBy((text) => text.replaceAll("''", "'")) },
  },
  "a rule is read as its data says": {
    holds: ({ rule }) => {
      const reading = readRule(JSON.parse(JSON.stringify(ruleData(rule))), readCondition);
      return "rule" in reading && isSame(reading.rule, rule);
    },
    faults: {
      "shares as numbers": ({ rule }) => {
        const text = JSON.stringify(ruleData(rule)).replaceAll(/\{"percent":(\d+)\}/g, "$1");
        const reading = readRule(JSON.parse(text), readCondition);
        return "rule" in reading && isSame(reading.rule, rule);
      },
    },
  },
  "what the check says can never be met no answers approve": {
    holds: neverMetBy(checkRule),
    faults: { "each choice": neverMetBy((rule) => ({ ...checkRule(rule), canBeMet: rule.kind !== "any" })) },
  },
  "without conditions, what the check says can be met is met where enough people approve": {
    holds: metBy(checkRule),
    faults: { "a check that finds nothing": metBy(calm) },
  },
  "of what is approved before anybody has approved, the check has warned": {
    holds: warnedBy(checkRule),
    faults: { "a check that finds nothing": warnedBy(calm) },
  },
};

function claimOf({ holds, fault }: Property): Claim {
  return {
    holds: (phase, more) => holds(phase, judgeOnce, more),
    faults: { "a fault of the outcome": (phase, more) => holds(phase, fault, more) },
  };
}

/** Generates phases and tests each claim that has held so far; returns for each name the first phase for which it does not hold. */
function firstAgainst(tried: Readonly<Record<string, Holds>>, most = count): ReadonlyMap<string, RuledPhase> {
  const random = createRandom(20_261_122);
  const { phase, everyone } = createRuleMaker(random);
  const found = new Map<string, RuledPhase>();
  for (let made = 0; made < most && found.size < Object.keys(tried).length; made += 1) {
    const one = phase();
    for (const [name, holds] of Object.entries(tried)) {
      if (!found.has(name) && !holds(one, { random, everyone })) found.set(name, one);
    }
  }
  return found;
}

/** Returns a phase in a form that an author can read. */
function described(phase: RuledPhase | undefined) {
  return phase && { ...phase, facts: phase.facts.rows, rule: printRule(phase.rule) };
}

describe("of random rules and answers", () => {
  let against: ReadonlyMap<string, RuledPhase>;

  beforeAll(() => {
    against = firstAgainst(Object.fromEntries(Object.entries(claims).map(([name, { holds }]) => [name, holds])));
  }, 600_000);

  test.each(Object.keys(claims))("%s", (name) => {
    expect(described(against.get(name))).toBeUndefined();
  });

  const faults = Object.entries(claims).flatMap(([name, claim]) =>
    Object.entries(claim.faults).map(([fault, holds]) => [name, fault, holds] as const),
  );

  test.each(faults)("%s: %s is found", (_, fault, holds) => {
    expect(described(firstAgainst({ [fault]: holds }, faultyCount).get(fault))).toBeDefined();
  });

  test("all three outcomes are tried often", () => {
    const random = createRandom(1);
    const { phase } = createRuleMaker(random);
    const outcomes = Map.groupBy(Array.from({ length: 1_000 }, phase), (one) => ruleOutcome(one).outcome);
    for (const outcome of ["approved", "denied", "open"] as const) {
      expect(outcomes.get(outcome)?.length).toBeGreaterThan(150);
    }
  });
});
