import { expect, test } from "vitest";

import type { Scope } from "#domain/query/evaluate-expression.ts";
import { parseRule } from "#domain/requests/phase-rules/parse-rule.ts";
import { ruleOutcome } from "#domain/requests/phase-rules/rule-outcome.ts";
import { compileCondition } from "#policies/compile-condition.ts";
import { policyResources } from "#policies/resources.ts";

/** Reads a rule whose conditions are in the language of the policies, over the fields of a request. */
const read = (text: string) => parseRule(text, (condition) => compileCondition(condition, policyResources.request));

function factsOf(origin: string): Scope {
  return {
    rows: [{ source: "requests", row: { origin } }],
    now: 0,
    related: (source) => ({ source, rows: [] }),
  };
}

test("a condition of a rule is one of the policies, and asks the request", () => {
  const reading = read(`all(any(0), when('resource.origin == "api"', manager))`);
  expect(reading).toHaveProperty("rule");
  if ("findings" in reading) return;
  const nobody = { people: [], decisions: [], carried: [], delegations: [], approvesByAsking: null };
  const outcomeFor = (origin: string) => ruleOutcome({ rule: reading.rule, facts: factsOf(origin), ...nobody }).outcome;
  expect([outcomeFor("api"), outcomeFor("ui")]).toEqual(["denied", "approved"]);
});

test("a condition that cannot be compiled is told with its own place, behind that in the rule", () => {
  expect(read(`any(1, when('resource.orign == "api"', manager))`)).toEqual({
    findings: [
      {
        place: "line 1, column 13",
        word: "when",
        message: expect.stringMatching(/^In the condition, line 1, column \d+: .*Did you mean 'resource.origin'/),
      },
    ],
  });
});
