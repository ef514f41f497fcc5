import { describe, expect, test } from "vitest";

import { parseExpression } from "./expression.ts";

function print(text: string): string {
  const parsed = parseExpression(text);
  if ("findings" in parsed) throw new Error(JSON.stringify(parsed.findings));
  return parsed.textOf(parsed.expression);
}

describe("an expression is written as it was meant", () => {
  test.each([
    ["true", "true"],
    ["null", "null"],
    ["0.0", "0"],
    ["'it\\'s'", '"it\'s"'],
    ["a.b.c", "a.b.c"],
    ["a||b&&c", "a || (b && c)"],
    ["!(a == b)", "!(a == b)"],
    ["-1 < x", "-1 < x"],
    ["-(x) - 1", "(-x) - 1"],
    ["a ? b : c ? d : e", "a ? b : (c ? d : e)"],
    ["x in [1, 2]", "x in [1, 2]"],
    ["m['k']", 'm["k"]'],
    ["x.startsWith('a')", 'x.startsWith("a")'],
    ["(a + b).size()", "(a + b).size()"],
    ["size(a)", "size(a)"],
    ["has(a.b)", "has(a.b)"],
    ["l.all(x, x > 1)", "l.all(x, x > 1)"],
    ["l.filter(x, x).exists_one(y, y || true)", "l.filter(x, x).exists_one(y, y || true)"],
  ])("%s → %s", (text, printed) => {
    expect(print(text)).toBe(printed);
  });
});

test("what was written is read as the same again", () => {
  const text = "!(a.b in ['x', \"y\"]) && (c ? d.e == 1 : f(g) != -2.5) || l.exists(x, x.startsWith('é'))";
  expect(print(print(text))).toBe(print(text));
});
