import { describe, expect, test } from "vitest";

import type { Decision, PhaseDecision } from "./decision.ts";
import { parseRule } from "./parse-rule.ts";
import { printRule } from "./print-rule.ts";
import { factsOf, readCondition } from "./random-rule.fixture.ts";
import { peopleOf, type RuledPhase, ruleOutcome } from "./rule-outcome.ts";
import type { Rule } from "./rule.ts";

function ruleOf(text: string): Rule {
  const reading = parseRule(text, readCondition);
  if ("findings" in reading) throw new Error(reading.findings[0]?.message);
  return reading.rule;
}

const signs: Readonly<Record<string, Decision>> = { "+": "approve", "-": "deny", "0": "abstain" };

/** Returns the decisions of "ada+ ben- cleo0". */
function said(text: string): PhaseDecision[] {
  return text
    .split(" ")
    .filter(Boolean)
    .map((one) => ({ userKey: one.slice(0, -1), decision: signs[one.slice(-1)] ?? "abstain" }));
}

const members: Readonly<Record<string, readonly string[]>> = {
  "class('IT')": ["ada", "ben", "cleo", "dan"],
  "class('SECURITY')": ["eve", "dan"],
  "class('NOBODY')": [],
  "user('ada')": ["ada"],
  manager: ["mia"],
  "manager(2)": ["max"],
  requester: ["ben"],
  recipient: ["rex"],
};

const people = [...new Set(Object.values(members).flat())].map((userKey) => ({
  userKey,
  cameInBy: Object.keys(members).filter((way) => members[way]?.includes(userKey)),
}));

function phase(rule: string, answers = "", other: Partial<RuledPhase> = {}): RuledPhase {
  const rest = { people, carried: [], delegations: [], approvesByAsking: null, facts: factsOf("high") };
  return { rule: ruleOf(rule), decisions: said(answers), ...rest, ...other };
}

const outcomeOf = (...given: Parameters<typeof phase>) => ruleOutcome(phase(...given)).outcome;

describe("a rule and its answers", () => {
  const example = "all(any(2, class('IT')), veto(class('SECURITY')), not(requester))";
  test.each([
    [example, "", "open"],
    [example, "ada+", "open"],
    [example, "ada+ cleo+", "approved"],
    [example, "ada+ ben+", "open"],
    [example, "ada+ ben-", "open"],
    [example, "ada+ cleo+ eve-", "denied"],
    [example, "dan-", "denied"],
    [example, "ada0 cleo0", "denied"],
    ["any(2, class('IT'))", "ada- ben-", "open"],
    ["any(2, class('IT'))", "ada- ben- cleo-", "denied"],
    ["any(2, class('NOBODY'))", "", "denied"],
    ["any(0, class('IT'))", "", "approved"],
    ["any(50%, class('IT'))", "ada+", "open"],
    ["any(50%, class('IT'))", "ada+ ben+", "approved"],
    ["any(51%, class('IT'))", "ada+ ben+", "open"],
    ["any(1%, class('IT'))", "ada+", "approved"],
    ["any(50%, class('IT'))", "ada0 ben0 cleo0", "denied"],
    ["any(1%, class('NOBODY'))", "", "denied"],
    ["any(2, user('ada'), class('IT'))", "ada+", "open"],
    ["all(manager, manager(2))", "mia+", "open"],
    ["all(manager, manager(2))", "mia+ max+", "approved"],
    ["all(manager, manager(2))", "mia+ max0", "denied"],
    ["all(class('NOBODY'), any(1, manager))", "mia+", "denied"],
    ["any(1, any(2, class('IT')), manager)", "mia+", "approved"],
    ["any(1, any(2, class('IT')), manager)", "mia- ada+ ben+", "approved"],
    ["any(1, any(2, class('IT')), manager)", "mia- ada+", "open"],
    ["any(1, all(class('NOBODY')), manager)", "mia-", "denied"],
    ["all(any(1, class('IT')), maxDenials(2, class('IT')))", "ada- ben+", "approved"],
    ["all(any(1, class('IT')), maxDenials(2, class('IT')))", "ada- ben- cleo+", "denied"],
    ["all(any(1, class('IT')), maxDenials(50%, class('IT')))", "ada- ben- cleo+", "denied"],
    ["all(any(1, class('IT')), maxDenials(50%, class('IT')))", "ada- ben+", "approved"],
    ["all(any(0), inputRequired(manager))", "", "open"],
    ["all(any(0), inputRequired(manager))", "mia-", "approved"],
    ["all(any(0), inputRequired(manager))", "mia0", "approved"],
    ["all(any(1, class('IT')), when('risk == ''high''', manager))", "ada+", "open"],
    ["all(any(1, class('IT')), when('false', manager))", "ada+", "approved"],
    ["any(1, when('false', manager), class('IT'))", "mia+", "open"],
    ["any(1, when('false', manager))", "mia+", "denied"],
    ["when('false', any(1, manager))", "", "approved"],
    ["all(any(1, all(class('IT'), not(class('SECURITY')))), any(1, class('SECURITY')))", "dan+", "open"],
    ["all(any(1, requester), when('risk == ''high''', not(requester)))", "ben+", "denied"],
    ["all(veto(manager), not(manager))", "mia-", "approved"],
  ])("%s with %j is %s", (rule, answers, outcome) => {
    expect(outcomeOf(rule, answers)).toBe(outcome);
  });
});

describe("delegations", () => {
  const delegations = [
    { from: "ada", to: "zoe" },
    { from: "ben", to: "zoe" },
  ];
  const two = "any(2, class('IT'))";

  test("who decides under two of them counts once, approving and denying", () => {
    expect(outcomeOf(two, "zoe+", { delegations })).toBe("open");
    expect(outcomeOf(two, "zoe+ cleo+", { delegations })).toBe("approved");
    const denials = "all(any(0), maxDenials(2, class('IT')))";
    expect(outcomeOf(denials, "zoe-", { delegations })).toBe("approved");
    expect(outcomeOf(denials, "zoe- dan-", { delegations })).toBe("denied");
  });

  test("who delegated may still speak, and then counts besides", () => {
    expect(outcomeOf(two, "zoe+ ada+", { delegations })).toBe("approved");
    expect(ruleOutcome(phase(two, "zoe+ cleo0", { delegations })).needs).toMatchObject([
      { approvals: 1, from: ["dan", "ada", "ben"] },
    ]);
  });

  test("a denial counts before the owner's approval, an abstention does not", () => {
    expect(outcomeOf("all(manager)", "zoe- mia+", { delegations: [{ from: "mia", to: "zoe" }] })).toBe("denied");
    expect(outcomeOf("all(manager)", "zoe0 mia+", { delegations: [{ from: "mia", to: "zoe" }] })).toBe("approved");
    expect(outcomeOf("all(manager)", "zoe+ mia0", { delegations: [{ from: "mia", to: "zoe" }] })).toBe("denied");
  });

  test("go on from one to the next, and a circle ends", () => {
    const chain = [
      { from: "mia", to: "zoe" },
      { from: "zoe", to: "yan" },
      { from: "yan", to: "mia" },
    ];
    expect(outcomeOf("all(manager)", "yan+", { delegations: chain })).toBe("approved");
  });

  test("who is taken out by not(…) decides for nobody, and nobody for them", () => {
    const rule = "all(any(1, manager, requester), not(requester))";
    expect(outcomeOf(rule, "ben+", { delegations: [{ from: "mia", to: "ben" }] })).toBe("open");
    expect(outcomeOf(rule, "mia0 zoe+", { delegations: [{ from: "ben", to: "zoe" }] })).toBe("denied");
  });
});

describe("what was said before", () => {
  const two = "any(2, class('IT'))";

  test("counts with its sign for who is listed, the last of an earlier phase first of all", () => {
    expect(outcomeOf(two, "ada+", { carried: said("ben+") })).toBe("approved");
    expect(outcomeOf(two, "ada+", { carried: said("mia+") })).toBe("open");
    expect(outcomeOf("all(any(0), veto(manager))", "", { carried: said("mia-") })).toBe("denied");
    expect(outcomeOf(two, "ada+", { carried: said("ben+ ben-") })).toBe("open");
    expect(outcomeOf(two, "ada+", { carried: said("ben- ben+") })).toBe("approved");
  });

  test("gives way to what the same person says now, and does not count under delegations", () => {
    expect(outcomeOf(two, "ada+ ben0", { carried: said("ben+") })).toBe("open");
    const delegations = [{ from: "mia", to: "ben" }];
    expect(outcomeOf("all(manager)", "", { carried: said("ben+"), delegations })).toBe("open");
  });

  test("who asks approves at once where they are listed, and for nobody else", () => {
    expect(outcomeOf("any(1, class('IT'))", "", { approvesByAsking: "ben" })).toBe("approved");
    expect(outcomeOf("any(1, manager)", "", { approvesByAsking: "ben" })).toBe("open");
    const delegations = [{ from: "mia", to: "ben" }];
    expect(outcomeOf("any(1, manager)", "", { approvesByAsking: "ben", delegations })).toBe("open");
    expect(outcomeOf("all(any(1, class('IT')), not(requester))", "", { approvesByAsking: "ben" })).toBe("open");
    expect(outcomeOf("any(1, requester)", "ben-", { approvesByAsking: "ben" })).toBe("denied");
  });
});

describe("the explanation", () => {
  test("says what each part still needs, and from whom", () => {
    const rule =
      "all(any(2, class('IT')), any(1, manager, all(manager(2), recipient)), inputRequired(class('SECURITY')))";
    const { needs } = ruleOutcome(phase(rule, "ada+ cleo0 max+"));
    expect(needs.map(({ part, ...rest }) => ({ part: printRule(part), ...rest }))).toEqual([
      { part: "any(2, class('IT'))", approvals: 1, from: ["ben", "dan"] },
      { part: "any(1, manager, all(manager(2), recipient))", approvals: 1, from: ["mia"] },
      { part: "recipient", approvals: 1, from: ["rex"] },
      { part: "inputRequired(class('SECURITY'))", approvals: null, from: ["dan", "eve"] },
    ]);
  });

  test("names the part that denies, with what was counted", () => {
    const rule = "all(any(1, class('IT')), all(maxDenials(2, class('IT')), veto(manager)))";
    const { decisive, needs } = ruleOutcome(phase(rule, "ada+ ben- cleo-"));
    expect(needs).toEqual([]);
    expect(decisive).toMatchObject({ part: { kind: "maxDenials" }, denials: 2, threshold: 2 });
    const unreachable = ruleOutcome(phase("any(1, class('NOBODY'))")).decisive;
    expect(unreachable).toMatchObject({ outcome: "denied", approvals: 0, threshold: 1, undecided: [] });
  });

  test("names no part where no condition holds", () => {
    expect(ruleOutcome(phase("when('false', any(1, manager))"))).toEqual({
      outcome: "approved",
      decisive: null,
      judged: null,
      needs: [],
    });
  });
});

test("the people to be found are those of the parts whose conditions hold, each once", () => {
  const rule = ruleOf(
    "all(any(1, manager, when('false', class('A'))), when('risk == ''high''', veto(class('B'))), not(requester), manager)",
  );
  expect(peopleOf(rule, factsOf("high")).map(printRule)).toEqual(["manager", "class('B')", "requester"]);
  expect(peopleOf(rule, factsOf("low")).map(printRule)).toEqual(["manager", "requester"]);
});
