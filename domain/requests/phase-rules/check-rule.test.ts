import { expect, test } from "vitest";

import { checkRule, type SizeOf } from "./check-rule.ts";
import { parseRule } from "./parse-rule.ts";
import { readCondition } from "./random-rule.fixture.ts";

function check(text: string, sizeOf?: SizeOf) {
  const reading = parseRule(text, readCondition);
  if ("findings" in reading) throw new Error(reading.findings[0]?.message);
  const { canBeMet, warnings } = checkRule(reading.rule, sizeOf);
  return [canBeMet, ...warnings.map(({ problem, part }) => `${problem} ${part}`)];
}

test.each<[rule: string, canBeMet: boolean, ...warnings: string[]]>([
  ["all(any(2, class('IT')), veto(class('SECURITY')), not(requester))", true],
  ["any(1000, class('IT'))", true],
  ["any(1001, class('IT'))", false, "neverMet any(1001, class('IT'))"],
  ["any(2, manager)", false, "neverMet any(2, manager)"],
  ["any(2, manager, manager)", false, "neverMet any(2, manager, manager)"],
  ["any(2, manager, manager(2))", true],
  ["any(1)", false, "neverMet any(1)"],
  ["any(50%)", false, "neverMet any(50%)"],
  ["all(any(1, requester), not(requester))", false, "neverMet any(1, requester)"],
  ["all(requester, not(requester))", false, "neverMet requester"],
  ["any(1, manager, all(any(3, user('a'), user('b'))))", true, "neverMet any(3, user('a'), user('b'))"],
  [
    "any(100%, class('IT'), any(2, manager))",
    false,
    "neverMet any(2, manager)",
    "neverMet any(100%, class('IT'), any(2, manager))",
  ],
  ["any(100%, class('IT'), when('risk == ''high''', any(2, manager)))", true, "neverMet any(2, manager)"],
  ["any(50%, class('IT'), any(2, manager))", true, "neverMet any(2, manager)"],
  ["all(class('IT'), when('risk == ''high''', any(2, manager)))", true, "neverMet any(2, manager)"],
  ["all(class('IT'), when('true', any(2, manager)))", false, "neverMet any(2, manager)"],
  ["all(class('IT'), when('false', any(2, manager)))", true, "neverAsked when('false', any(2, manager))"],
  ["any(1, manager, when('false', class('IT')))", true, "neverAsked when('false', class('IT'))"],
  ["all(class('IT'), veto(requester), not(requester))", true, "neverAsked veto(requester)"],
  ["any(0, manager)", true, "unasked any(0, manager)"],
  ["all(veto(manager))", true, "unasked all(veto(manager))"],
  ["when('risk == ''high''', any(1, manager))", true, "unasked when('risk == ''high''', any(1, manager))"],
  ["when('true', any(1, manager))", true],
])("%s", (text, ...said) => {
  expect(check(text)).toEqual(said);
});

test("says what classes of known sizes cannot give, and how to mend it", () => {
  const ofThree: SizeOf = ({ kind }) => (kind === "class" ? 3 : 1);
  expect(check("any(4, class('IT'))", ofThree)).toEqual([false, "neverMet any(4, class('IT'))"]);
  expect(check("any(4, class('IT'), manager)", ofThree)).toEqual([true]);
  const reading = parseRule("any(4, class('IT'))", readCondition);
  const [warning] = "rule" in reading ? checkRule(reading.rule, ofThree).warnings : [];
  expect(warning?.message).toBe(
    "It takes 4 approvals and can get 3 at most. Name more people, ask for fewer, or take them out of not(…).",
  );
});
