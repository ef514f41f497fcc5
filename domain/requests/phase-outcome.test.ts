import { describe, expect, test } from "vitest";

import { testSize } from "#test/support/test-size.ts";

import { createRandom } from "../random.fixture.ts";
import { doubleDelegation } from "./double-delegation.fixture.ts";
import { type Phase, phaseOutcome } from "./phase-outcome.ts";
import type { Decision } from "./phase-rules/decision.ts";
import { printRule } from "./phase-rules/print-rule.ts";
import { createRuleMaker } from "./phase-rules/random-rule.fixture.ts";
import type { RuledPhase } from "./phase-rules/rule-outcome.ts";

/** `a` plain, `A` with veto, `a!` whose input is required; `+` approves, `-` denies, `0` abstains: "a+ B- c!". */
function phase(text: string, minApprovals = 1, maxDenials = 1): Phase {
  const parts = text.split(" ").filter(Boolean);
  const sign: Record<string, Decision> = { "+": "approve", "-": "deny", "0": "abstain" };
  return {
    minApprovals,
    maxDenials,
    authorizers: parts.map((part) => ({
      userKey: part.charAt(0).toLowerCase(),
      veto: /^[A-Z]/.test(part),
      inputRequired: part.includes("!"),
    })),
    decisions: parts.flatMap((part) => {
      const decision = sign[part.at(-1) ?? ""];
      return decision === undefined ? [] : [{ userKey: part.charAt(0).toLowerCase(), decision }];
    }),
  };
}

describe("the rules, one after another", () => {
  test.each([
    // text, minApprovals, maxDenials, outcome, rule
    ["a b", 1, 1, "open", 6],
    ["a+ b", 1, 1, "approved", 4],
    ["a+ b", 2, 1, "open", 6],
    ["a+ b+", 2, 1, "approved", 4],
    ["a- b", 1, 1, "denied", 3],
    ["a- b c", 1, 2, "open", 6],
    ["a- b- c", 1, 2, "denied", 3],
    ["a- b+ c", 1, 2, "approved", 4],
    ["A- b+ c+", 1, 3, "denied", 2],
    ["a- B+ c", 1, 2, "approved", 4],
    ["A- b- c", 1, 2, "denied", 2],
    ["a+ b!", 1, 1, "open", 6],
    ["a+ b!+", 1, 1, "approved", 4],
    ["a+ b!-", 1, 2, "approved", 4],
    ["a+ b!0", 1, 1, "approved", 4],
    ["a!0 b", 1, 1, "open", 6],
    ["a0 b", 1, 1, "open", 6],
    ["a0 b", 2, 1, "denied", 5],
    ["a0 b0", 1, 1, "denied", 5],
    ["A0 b+", 1, 1, "approved", 4],
    ["a- b", 2, 2, "denied", 5],
    ["", 1, 1, "denied", 5],
    ["", 0, 1, "approved", 4],
    ["a b", 0, 1, "approved", 4],
    ["a! b", 0, 1, "open", 6],
    ["a!+ b", 0, 1, "approved", 4],
    ["a!0 b", 0, 1, "approved", 4],
    ["a-", 0, 1, "denied", 3],
    ["a- b", 1, 0, "denied", 3],
    ["a b", 1, 0, "open", 6],
    ["a+", 2, 1, "denied", 5],
  ] as const)("%j, at least %i, denied by %i: %s by rule %i", (text, min, max, outcome, rule) => {
    expect(phaseOutcome(phase(text, min, max))).toMatchObject({ outcome, rule });
  });
});

test("one person listed twice counts once, and has the flags of both", () => {
  expect(phaseOutcome(phase("a+ a+ b", 2))).toMatchObject({ outcome: "open", approvals: 1 });
  expect(phaseOutcome(phase("a A-", 1, 5))).toMatchObject({ outcome: "denied", rule: 2 });
  expect(phaseOutcome(phase("a a! b+", 1))).toMatchObject({ outcome: "open", inputMissing: ["a"] });
});

test("a person whose two answers differ counts once, as the more careful one", () => {
  expect(phaseOutcome(phase("a+ a- b", 1, 1))).toMatchObject({ outcome: "denied", denials: 1, approvals: 0 });
  expect(phaseOutcome(phase("a0 a+ b", 1, 1))).toMatchObject({ outcome: "open", approvals: 0 });
});

test("a decision by a stranger does not count", () => {
  const stranger = { ...phase("a b"), decisions: [{ userKey: "z", decision: "deny" as const }] };
  expect(phaseOutcome(stranger)).toMatchObject({ outcome: "open", denials: 0 });
});

test("what it counted explains the outcome", () => {
  const { needs, ...counted } = phaseOutcome(phase("a+ b! c- d0 e", 2, 2));
  expect(counted).toEqual({
    outcome: "open",
    rule: 6,
    approvals: 1,
    denials: 1,
    approvalsMissing: 1,
    undecided: ["b", "e"],
    inputMissing: ["b"],
  });
  expect(needs.map(({ part, approvals, from }) => [printRule(part), approvals, from])).toEqual([
    ["any(2, user('a'), user('b'), user('c'), user('d'), user('e'))", 1, ["b", "e"]],
    ["inputRequired(user('b'))", null, ["b"]],
  ]);
});

describe("a rule of its own", () => {
  const person = (userKey: string, ...via: string[]) => ({ userKey, via, veto: false, inputRequired: false });
  const people = [person("ada", "class('IT')"), person("ben", "class('IT')", "manager"), person("eve", "class('SEC')")];
  const ruled = (rule: string, said: string, part: Partial<Phase> = {}) => {
    const signs: Readonly<Record<string, Decision>> = { "+": "approve", "-": "deny", "0": "abstain" };
    const decisions = said
      .split(" ")
      .filter(Boolean)
      .map((one) => ({ userKey: one.slice(0, -1), decision: signs[one.slice(-1)] ?? "abstain" }));
    return phaseOutcome({ rule, minApprovals: 9, maxDenials: 1, authorizers: people, decisions, ...part });
  };
  const rule = "all(maxDenials(2, class('IT')), any(1, class('IT')), veto(class('SEC')), inputRequired(manager))";

  test.each([
    ["", "open", 6, 1, 0],
    ["ada+", "open", 6, 0, 1],
    ["ada- ben+", "approved", 4, 0, 1],
    ["ada- ben-", "denied", 3, 0, 0],
    ["eve-", "denied", 2, 0, 0],
    ["ada0 ben0", "denied", 5, 0, 0],
  ] as const)(
    "%j: %s by rule %i, with %i approval(s) missing",
    (said, outcome, number, approvalsMissing, approvals) => {
      expect(ruled(rule, said)).toMatchObject({ outcome, rule: number, approvalsMissing, approvals });
    },
  );

  test("takes the place of the numbers, counts what was carried over, and heeds nobody who is excluded", () => {
    const carried = [{ userKey: "ben", decision: "approve", phase: 1 }] as const;
    expect(ruled("any(1, manager)", "", { carried })).toMatchObject({ outcome: "approved", approvals: 1 });
    const authorizers = [...people, person("zoe", "delegation:ben")];
    expect(ruled("any(1, manager)", "zoe+", { authorizers }).outcome).toBe("approved");
    expect(ruled("any(1, manager)", "zoe+", { authorizers, excluded: ["zoe"] }).outcome).toBe("open");
  });

  test("that cannot be read is an error, and no outcome", () => {
    expect(() => ruled("any(1, nobody)", "")).toThrow(expect.objectContaining({ code: "INTERNAL" }));
  });
});

describe("over 5,000 random phases", () => {
  const random = createRandom(20_261_121);
  const cases = Array.from({ length: 5000 }, () => {
    const names = ["a", "B", "c!", "D!", "e", "a", "b"].slice(0, random.below(8));
    const signs = names.map((name) => name + random.pick(["", "", "+", "-", "0"]));
    return phase(signs.join(" "), random.below(5), random.below(4));
  });

  test("neither the order of authorizers nor that of decisions matters", () => {
    for (const one of cases) {
      const shuffled = {
        ...one,
        authorizers: random.shuffle(one.authorizers),
        decisions: random.shuffle(one.decisions),
      };
      const { outcome, rule, approvals, denials } = phaseOutcome(one);
      expect(phaseOutcome(shuffled)).toMatchObject({ outcome, rule, approvals, denials });
    }
  });

  test("a repeated decision changes nothing", () => {
    for (const one of cases) {
      const repeated = { ...one, decisions: [...one.decisions, ...one.decisions] };
      expect(phaseOutcome(repeated)).toEqual(phaseOutcome(one));
    }
  });

  test("it ends: when everybody has answered, no phase is open", () => {
    for (const one of cases) {
      const answered = new Set(one.decisions.map(({ userKey }) => userKey));
      const rest = one.authorizers
        .filter(({ userKey }) => !answered.has(userKey))
        .map(({ userKey }) => ({ userKey, decision: random.pick(["approve", "deny", "abstain"] as const) }));
      expect(phaseOutcome({ ...one, decisions: [...one.decisions, ...rest] }).outcome).not.toBe("open");
    }
  });

  test("an approval never turns an approved phase around, a denial never a denied one", () => {
    for (const one of cases) {
      const { outcome, undecided } = phaseOutcome(one);
      const next = undecided[0];
      if (next === undefined || outcome === "open") continue;
      const decision = outcome === "approved" ? ("approve" as const) : ("deny" as const);
      const more = { ...one, decisions: [...one.decisions, { userKey: next, decision }] };
      expect(phaseOutcome(more).outcome).toBe(outcome);
    }
  });

  test("without an approval there is no approved phase unless none is needed", () => {
    const approved = cases
      .map((one) => ({ ...one, ...phaseOutcome(one) }))
      .filter(({ outcome }) => outcome === "approved");
    expect(approved.length).toBeGreaterThan(0);
    expect(approved.filter(({ approvals, minApprovals }) => approvals < minApprovals)).toEqual([]);
  });
});

describe("people who stand in for others", () => {
  const asked = (userKey: string, part: object = {}) => ({ userKey, veto: false, inputRequired: false, ...part });
  const outcome = (authorizers: Phase["authorizers"], answers: Record<string, Decision>, part: Partial<Phase> = {}) => {
    const decisions = Object.entries(answers).map(([userKey, decision]) => ({ userKey, decision }));
    return phaseOutcome({ minApprovals: 1, maxDenials: 1, authorizers, decisions, ...part });
  };
  const both = [asked("a"), asked("b"), asked("c", { via: ["delegation:a", "delegation:b"] })];

  test("decide for them and count once, and so does whom they stand in for", () => {
    expect(outcome(both, { c: "approve" })).toMatchObject({ outcome: "approved", approvals: 1 });
    const two = { minApprovals: 2 };
    expect(outcome(both, { c: "approve" }, two)).toMatchObject({ outcome: "open", undecided: ["a", "b"] });
    expect(outcome(both, { c: "approve", a: "approve" }, two)).toMatchObject({ outcome: "approved", approvals: 2 });
    expect(outcome(both, {}, two)).toMatchObject({ outcome: "open", undecided: ["a", "c", "b"] });
  });

  test("have the veto and the duty to answer of those for whom they stand in", () => {
    const people = [asked("a", { veto: true, inputRequired: true }), asked("b"), asked("c", { via: ["delegation:a"] })];
    expect(outcome(people, { c: "deny" }, { maxDenials: 2 })).toMatchObject({ outcome: "denied", rule: 2 });
    expect(outcome(people, { b: "approve" })).toMatchObject({ outcome: "open", inputMissing: ["a", "c"] });
    expect(outcome(people, { b: "approve", c: "abstain" })).toMatchObject({ outcome: "approved" });
  });

  test("are nobody where the one for whom they stand in is not asked", () => {
    expect(outcome([asked("a"), asked("c", { via: ["delegation:z"] })], { c: "approve" })).toMatchObject({
      approvals: 0,
    });
  });
});

describe("of random phases in which one person stands in for two", () => {
  const tries = testSize(2_000, 100_000);

  /** Returns the first random phase for which a property does not hold. */
  function firstAgainst(holds: typeof doubleDelegation.holds): RuledPhase | undefined {
    const random = createRandom(20_261_122);
    const maker = createRuleMaker(random);
    for (let made = 0; made < tries; made += 1) {
      const one = maker.phase();
      if (!holds(one, { random, everyone: maker.everyone })) return one;
    }
    return undefined;
  }

  test("each counts that person once, and is decided as its rule says", { timeout: 600_000 }, () => {
    expect(firstAgainst(doubleDelegation.holds)).toBeUndefined();
  });

  test.each(Object.entries(doubleDelegation.faults))("a fault is found: %s", (_, holds) => {
    expect(firstAgainst(holds)).toBeDefined();
  });
});
