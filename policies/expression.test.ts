import { describe, expect, test } from "vitest";

import { policyBracketDepthMax } from "#domain/limits.ts";

import { parseExpression } from "./expression.ts";

const findings = (text: string) => {
  const parsed = parseExpression(text);
  return "findings" in parsed ? parsed.findings : [];
};
const nested = (depth: number, inside = "true") => "(".repeat(depth) + inside + ")".repeat(depth);

test("a text that is no expression is refused with line and column", () => {
  expect(findings("true ||\n  (false")).toEqual([
    {
      line: expect.any(Number),
      column: expect.any(Number),
      message: expect.stringMatching(/^This is not a CEL expression: /),
    },
  ]);
  expect(findings("")).toHaveLength(1);
});

test("2,000 characters are the limit", () => {
  expect(findings("true".padEnd(2000))).toEqual([]);
  expect(findings("true".padEnd(2001))).toMatchObject([
    { message: expect.stringContaining("at most 2000 characters; this one has 2001") },
  ]);
});

describe("the depth of brackets", () => {
  test("is limited before the parser sees the text", () => {
    expect(findings(nested(policyBracketDepthMax))).toEqual([]);
    expect(findings(nested(policyBracketDepthMax + 1))).toEqual([
      { line: 1, column: policyBracketDepthMax + 1, message: expect.stringContaining("Brackets") },
    ]);
  });

  test.each([
    ["a text", `'${"(".repeat(50)}' == 'a'`],
    ["a text with a quoted quote", `'\\'${"(".repeat(50)}' == 'a'`],
    ["a raw text", `r'\\' == '${"(".repeat(50)}'`],
    ["a long text", `'''a'b${"(".repeat(50)}''' == 'a'`],
    ["a comment", `true // ${"(".repeat(50)}\n`],
  ])("does not count those in %s", (_, text) => {
    expect(findings(text)).toEqual([]);
  });

  test.each([
    ["in a text", "(')' == ')' && ".repeat(40) + "true" + ")".repeat(40)],
    ["in a comment", "( // )\n".repeat(40) + "true" + ")".repeat(40)],
    ["in a text of bytes", "(b')' == rb'\\' || ".repeat(40) + "true" + ")".repeat(40)],
  ])("is not hidden by closing ones %s", (_, text) => {
    expect(findings(text)).toMatchObject([{ message: expect.stringContaining("Brackets") }]);
  });
});

test.each([
  ["not", "!".repeat(1999) + "a"],
  ["members", "a" + ".b".repeat(999)],
  ["or", "a" + "||b".repeat(660)],
  ["choices", "a" + "?b:c".repeat(490)],
  ["nested or", "(b||".repeat(30) + "c" + ")".repeat(30)],
])("the longest text of nothing but %s is read", (_, text) => {
  expect(findings(text)).toEqual([]);
});

test.each([
  ["minus", "-"],
  ["brackets", "["],
  ["quotes", "'"],
  ["backslashes", "\\"],
])("the longest text of nothing but %s is refused in words", (_, part) => {
  expect(findings(part.repeat(2000))).toEqual([
    { line: 1, column: expect.any(Number), message: expect.stringMatching(/\w/) },
  ]);
});

test("a comment may stand at the end of the text", () => {
  expect(findings("true // always")).toEqual([]);
  expect(findings("// nothing but a comment")).toHaveLength(1);
});
