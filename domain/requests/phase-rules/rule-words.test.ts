import { expect, test } from "vitest";

import { parseRule } from "./parse-rule.ts";
import { readCondition } from "./random-rule.fixture.ts";
import { ruleWords } from "./rule-words.ts";
import type { People } from "./rule.ts";

const nameOf = (people: People) => ("name" in people ? people.name : people.kind);

test.each([
  ["any(1, manager)", "One approval of: manager."],
  [
    "all(veto(user('bob')), maxDenials(1, user('bob')), any(1, user('bob')))",
    "Denied by any denial of: bob; denied by one denial of: bob; one approval of: bob.",
  ],
  [
    "any(50%, class('IT'), all(manager, requester))",
    "Approvals by 50 % of: IT, (the approval of manager; the approval of requester).",
  ],
  [
    "all(any(2, class('IT')), inputRequired(recipient), not(requester))",
    "2 approvals of: IT; nothing before the answer of: recipient; without a say: requester.",
  ],
  [
    "all(any(0), when('risk == ''high''', any(1, groupOwners)))",
    "No approval needed of: nobody; under a condition (one approval of: groupOwners).",
  ],
  ["all()", "Nobody has to approve."],
])("%s", (text, words) => {
  const reading = parseRule(text, readCondition);
  if ("findings" in reading) throw new Error(reading.findings[0]?.message);
  expect(ruleWords(reading.rule, nameOf)).toBe(words);
});
