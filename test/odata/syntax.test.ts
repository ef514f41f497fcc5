import { describe, expect, test } from "vitest";

import { ODataSyntaxError } from "#api/odata/syntax/syntax-error.ts";
import { parseRule, ruleNames } from "#test/odata/grammar/parse-rule.ts";

import { refusedByModel as byModel, rules } from "./rule-tables.ts";

const accepted = rules.flatMap(([rule, cases]) => cases.accepted.map((text) => ({ rule, text })));
const refused = rules.flatMap(([rule, cases]) => (cases.refused ?? []).map((text) => ({ rule, text })));

describe("the grammar of OData", () => {
  test.each(rules)("%s accepts what it should", (rule, cases) => {
    for (const text of cases.accepted) expect(() => parseRule(rule, text), text).not.toThrow();
  });

  test.each(rules.filter(([, { refused: texts = [] }]) => texts.length > 0))("%s refuses the rest", (rule, cases) => {
    for (const text of cases.refused ?? []) {
      const error = failureOf(() => parseRule(rule, text));
      expect(error, text).toBeInstanceOf(ODataSyntaxError);
      const { position, message } = error as ODataSyntaxError;
      expect(position, text).toBeGreaterThanOrEqual(0);
      expect(message, text).not.toBe("");
    }
  });

  test("leaves to the model what only a model can refuse", () => {
    for (const { rule, text } of byModel) expect(() => parseRule(rule, text), text).not.toThrow();
  });

  test("is covered by cases without repetition", () => {
    const known = new Set(ruleNames.map((name) => name.toLowerCase()));
    expect(new Set(rules.map(([rule]) => rule.toLowerCase()))).toEqual(known);
    expect(rules.length).toBe(known.size);
    expect(new Set(accepted.map(({ rule, text }) => `${rule} ${text}`)).size).toBe(accepted.length);
    expect(accepted.length).toBeGreaterThanOrEqual(552);
    expect(refused.length + byModel.length).toBeGreaterThanOrEqual(40);
  });

  test("knows no other rules", () => {
    expect(() => parseRule("noSuchRule", "x")).toThrow(ODataSyntaxError);
  });
});

function failureOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
