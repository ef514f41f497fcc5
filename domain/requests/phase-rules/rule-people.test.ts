import { describe, expect, test } from "vitest";

import { parseRule } from "./parse-rule.ts";
import { printRule } from "./print-rule.ts";
import { readCondition } from "./random-rule.fixture.ts";
import { conditionsOf, ruleInForce } from "./rule-in-force.ts";
import { rulePeople } from "./rule-people.ts";
import type { Rule } from "./rule.ts";

function ruleOf(text: string): Rule {
  const reading = parseRule(text, readCondition);
  if ("findings" in reading) throw new Error(reading.findings[0]?.message);
  return reading.rule;
}

describe("a rule in force", () => {
  const high = "risk == 'high'";
  const quoted = `'${high.replaceAll("'", "''")}'`;
  test.each([
    [`all(any(1, manager), when(${quoted}, any(2, class('SEC'))))`, true, "all(any(1, manager), any(2, class('SEC')))"],
    [`all(any(1, manager), when(${quoted}, any(2, class('SEC'))))`, false, "all(any(1, manager))"],
    [`when(${quoted}, any(1, manager))`, false, "all()"],
    [`any(1, manager, when(${quoted}, all(any(1, class('SEC')), not(requester))))`, false, "any(1, manager)"],
    [`when('true', when(${quoted}, any(1, manager)))`, true, "any(1, manager)"],
    ["all(any(1, manager), veto(class('SEC')))", false, "all(any(1, manager), veto(class('SEC')))"],
  ])("%s where it is %s: %s", (text, isHigh, inForce) => {
    const rule = ruleInForce(ruleOf(text), (condition) => condition.text === "true" || isHigh);
    expect(printRule(rule)).toBe(inForce);
    expect(conditionsOf(rule)).toEqual([]);
  });

  test("tells the conditions that it was asked for", () => {
    const rule = ruleOf(`all(when('true', any(1, manager)), any(1, user('ada'), when(${quoted}, manager(2))))`);
    expect(conditionsOf(rule).map(({ text }) => text)).toEqual(["true", high]);
  });
});

describe("the people of a rule", () => {
  const found = new Map([
    ["class('IT')", ["ada", "ben"]],
    ["manager", ["ben"]],
    ["requester", ["ada"]],
    ["class('SEC')", ["eve"]],
  ]);
  const flags = { veto: false, inputRequired: false };

  test("stand there once, with each word that led to them and what is asked of them", () => {
    const { authorizers, excluded } = rulePeople(
      ruleOf("all(any(1, class('IT'), manager), veto(class('SEC')), inputRequired(manager))"),
      new Map([...found].filter(([way]) => way !== "requester")),
    );
    expect(authorizers).toEqual([
      { userKey: "ada", via: ["class('IT')"], ...flags },
      { userKey: "ben", via: ["class('IT')", "manager"], veto: false, inputRequired: true },
      { userKey: "eve", via: ["class('SEC')"], veto: true, inputRequired: false },
    ]);
    expect(excluded).toEqual([]);
  });

  test("are not asked where they are taken out, unless another part asks them", () => {
    const alone = rulePeople(ruleOf("all(any(1, class('IT')), not(requester))"), found);
    expect([alone.authorizers.map(({ userKey }) => userKey), alone.excluded]).toEqual([["ben"], ["ada", "eve"]]);
    const inOnePart = rulePeople(ruleOf("any(1, all(any(1, class('IT')), not(requester)), class('IT'))"), found);
    expect(inOnePart.authorizers.map(({ userKey }) => userKey)).toEqual(["ada", "ben"]);
  });
});
