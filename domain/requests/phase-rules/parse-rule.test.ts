import { describe, expect, test } from "vitest";

import type { JsonValue } from "../../json.ts";
import { idMaxCharacters } from "../../limits.ts";
import { ruleDepthMax, ruleMaxCharacters, ruleNodesMax } from "../../rule-limits.ts";
import { parseRule, readRule } from "./parse-rule.ts";
import { printRule, ruleData } from "./print-rule.ts";
import { readCondition } from "./random-rule.fixture.ts";

const read = (text: string) => parseRule(text, readCondition);
const asData = (data: JsonValue) => readRule(data, readCondition);

describe("the text of a rule", () => {
  test("is read to its parts", () => {
    expect(read("all(any(2, class('IT')), veto(class('SECURITY')), not(requester))")).toEqual({
      rule: {
        kind: "all",
        of: [
          { kind: "any", threshold: 2, of: [{ kind: "class", name: "IT" }] },
          { kind: "veto", of: [{ kind: "class", name: "SECURITY" }] },
          { kind: "not", of: [{ kind: "requester" }] },
        ],
      },
    });
  });

  test.each([
    ["any(1, manager)"],
    ["any(0)"],
    ["any(50%, class('IT'), manager(2), user('O''Neill'), plugin('owners'))"],
    ["any(1, any(2, class('IT')), all(groupOwners, not(recipient)))"],
    ["all(any(1, class('IT')), maxDenials(2, class('IT')), maxDenials(34%, class('B')), inputRequired(manager))"],
    ["when('risk == ''high''', all(class('IT'), when('true', veto(requester))))"],
    ["any(1, user('a, b) ( ü'))"],
  ])("%s is printed as it was written", (text) => {
    const reading = read(text);
    expect(reading).toHaveProperty("rule");
    if ("findings" in reading) return;
    expect(printRule(reading.rule)).toBe(text);
    expect(asData(ruleData(reading.rule))).toEqual(reading);
  });

  test("may be laid out freely, and the first manager is the manager", () => {
    const spread = "\n all (\n\tany( 1 ,manager(1) ) , not(requester( )) )\n";
    expect(read(spread)).toEqual(read("all(any(1, manager), not(requester))"));
  });

  test.each([
    ["", "line 1, column 1", "", "A rule begins with a word, as in any(1, manager)."],
    ["any(1, klass('IT'))", "line 1, column 8", "klass", "'klass' is no word of a rule. Did you mean 'class'?"],
    ["any(1,\n  xyzzy)", "line 2, column 3", "xyzzy", "'xyzzy' is no word of a rule. The words are all, any, when,"],
    ["any(1, constructor)", "line 1, column 8", "constructor", "'constructor' is no word of a rule."],
    ["any(1, manager", "line 1, column 15", "any", "A comma or the closing bracket of any(…) is expected here."],
    ["any(1 manager)", "line 1, column 7", "any", "A comma or the closing bracket of any(…) is expected here."],
    [
      "any(1, manager) manager",
      "line 1, column 17",
      "any",
      "The rule ends behind the bracket of any. Remove what follows",
    ],
    [
      "any(1, manager,)",
      "line 1, column 16",
      "any",
      "A word such as class or user, a number or a name in single quotes is expected here.",
    ],
    ["any(1, user('a)", "line 1, column 13", "user", "This quote is not closed."],
    ["any(1, user('a''))", "line 1, column 13", "user", "This quote is not closed."],
    ["any(manager)", "line 1, column 5", "any", "any begins with a number from 0 on, or a share from 1% to 100%"],
    ["any()", "line 1, column 1", "any", "any begins with a number from 0 on"],
    ["any(0%, manager)", "line 1, column 5", "any", "or a share from 1% to 100%"],
    ["any(101%, manager)", "line 1, column 5", "any", "or a share from 1% to 100%"],
    ["any(1234567, manager)", "line 1, column 5", "any", "A number has at most 6 digits."],
    [
      "any(-1, manager)",
      "line 1, column 5",
      "any",
      "A word such as class or user, a number or a name in single quotes is expected here.",
    ],
    ["any(1, 'ada')", "line 1, column 8", "any", "Write a name as user('…') or class('…')."],
    ["all(maxDenials(0, manager))", "line 1, column 16", "maxDenials", "maxDenials begins with a number from 1 on"],
    ["all(veto)", "line 1, column 5", "veto", "veto(…) names nobody."],
    ["all(maxDenials(1))", "line 1, column 5", "maxDenials", "maxDenials(…) names nobody."],
    ["all(veto(any(1, manager)))", "line 1, column 10", "veto", "veto(…) takes people alone"],
    ["all(not(not(manager)))", "line 1, column 9", "not", "not(…) stands in an all(…)."],
    ["any(1, user)", "line 1, column 8", "user", "user takes one name, as in user('NAME')."],
    ["any(1, user('a', 'b'))", "line 1, column 8", "user", "user takes one name"],
    ["any(1, class(7))", "line 1, column 14", "class", "class takes a name in single quotes here"],
    ["any(1, class(50%))", "line 1, column 14", "class", "class takes a name in single quotes here"],
    ["any(1, class(''))", "line 1, column 14", "class", `A name has 1 to ${idMaxCharacters} characters.`],
    ["any(1, manager(0))", "line 1, column 16", "manager", "manager takes a number of levels from 1 to 10"],
    ["any(1, manager(11))", "line 1, column 16", "manager", "manager takes a number of levels from 1 to 10"],
    ["any(1, manager(1, 2))", "line 1, column 16", "manager", "manager takes a number of levels from 1 to 10"],
    ["any(1, requester('x'))", "line 1, column 18", "requester", "requester takes nothing. Write it without brackets."],
    ["manager", "line 1, column 1", "manager", "A rule says how many must approve."],
    ["veto(manager)", "line 1, column 1", "veto", "A rule says how many must approve."],
    ["when('true', manager)", "line 1, column 14", "manager", "A rule says how many must approve."],
    ["any(1, veto(manager))", "line 1, column 8", "veto", "veto(…) stands in an all(…). Write all(any(…), veto(…))."],
    ["any(1, all(manager, veto(manager)))", "line 1, column 21", "veto", "Put it into the outermost all(…)."],
    ["any(1, when('true', not(manager)))", "line 1, column 21", "not", "not(…) stands in an all(…)."],
    ["when(true, any(1, manager))", "line 1, column 6", "when", "when takes a condition in single quotes here"],
    ["when('true')", "line 1, column 1", "when", "when takes a condition and one part"],
    ["when('true', any(1, manager), any(1, manager))", "line 1, column 1", "when", "Join several by all(…)."],
    [
      "when('risc', any(1, manager))",
      "line 1, column 6",
      "when",
      'In the condition, line 1, column 4: no field in "risc"',
    ],
  ])("%j is refused at %s", (text, place, word, message) => {
    const reading = read(text);
    expect(reading).toEqual({ findings: [{ place, word, message: expect.stringContaining(message) }] });
  });

  test("is bounded in length, depth and number of words", () => {
    const nested = (levels: number) => `${"any(1, ".repeat(levels - 1)}any(1)${")".repeat(levels - 1)}`;
    // The number in the innermost brackets is one deeper than its word.
    expect(read(nested(ruleDepthMax - 1))).toHaveProperty("rule");
    expect(read(nested(ruleDepthMax))).toMatchObject({
      findings: [{ message: expect.stringContaining("Nest less.") }],
    });
    const wide = (nodes: number) => `any(1${", manager".repeat(nodes - 2)})`;
    expect(read(wide(ruleNodesMax))).toHaveProperty("rule");
    const many = `A rule has at most ${ruleNodesMax} words`;
    expect(read(wide(ruleNodesMax + 1))).toMatchObject({ findings: [{ message: expect.stringContaining(many) }] });
    const blanks = " ".repeat(ruleMaxCharacters - "any(0)".length);
    expect(read(`any(0)${blanks}`)).toHaveProperty("rule");
    const long = `this one has ${ruleMaxCharacters + 1}.`;
    expect(read(`any(0)${blanks} `)).toMatchObject({ findings: [{ message: expect.stringContaining(long) }] });
    expect(read("(".repeat(ruleMaxCharacters))).toHaveProperty("findings");
    expect(read(`any(1, user(${"''".repeat(ruleMaxCharacters / 2 - 10)}`)).toHaveProperty("findings");
  });
});

describe("a rule as data", () => {
  test("has a word for each object", () => {
    const data: JsonValue = { all: [{ any: [{ percent: 50 }, { class: ["IT"] }] }, { not: [{ requester: [] }] }] };
    expect(asData(data)).toEqual(read("all(any(50%, class('IT')), not(requester))"));
  });

  const objectExpected = 'A number, a name or an object of one word is expected here, such as {"class": ["IT"]}.';
  test.each<[JsonValue, string, string, string]>([
    [null, "the beginning", "", objectExpected],
    [[], "the beginning", "", objectExpected],
    ["any", "the beginning", "", "A rule is an object of one word"],
    [{ any: [1], all: [] }, "the beginning", "", objectExpected],
    [{ any: [1, { class: "IT" }] }, "/any/1", "class", "What belongs to 'class' is a list"],
    [{ any: [1, { class: [["IT"]] }] }, "/any/1/class/0", "class", objectExpected],
    [{ any: [1.5] }, "/any/0", "any", "any begins with a number from 0 on"],
    [{ any: [{ percent: 0.5 }] }, "/any/0", "any", "any begins with a number from 0 on"],
    [{ any: ["1"] }, "/any/0", "any", "any begins with a number from 0 on"],
    [{ any: [1, { klass: ["IT"] }] }, "/any/1", "klass", "Did you mean 'class'?"],
    [{ when: ["risc", { any: [1] }] }, "/when/0", "when", 'In the condition, line 1, column 4: no field in "risc"'],
    [{ ["x".repeat(1_000)]: [] }, "the beginning", "x".repeat(40), "is no word of a rule."],
  ])("%j is refused at %s", (data, place, word, message) => {
    expect(asData(data)).toEqual({ findings: [{ place, word, message: expect.stringContaining(message) }] });
  });

  test("is bounded like its text", () => {
    let deep: JsonValue = { any: [1] };
    for (let level = 0; level < 10_000; level += 1) deep = { any: [1, deep] };
    expect(asData(deep)).toMatchObject({ findings: [{ message: expect.stringContaining("Nest less.") }] });
    const wide: JsonValue = { any: [1, ...Array.from({ length: ruleNodesMax }, () => ({ manager: [] }))] };
    expect(asData(wide)).toMatchObject({ findings: [{ message: expect.stringContaining("A rule has at most") }] });
  });
});
