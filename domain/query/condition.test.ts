import { describe, expect, test } from "vitest";

import type { ComparisonOperator, Scalar } from "./bound-query.ts";
import {
  allOf,
  always,
  anyOf,
  comparing,
  eq,
  isExpression,
  matching,
  never,
  noneOf,
  oneOf,
  related,
  startsWith,
} from "./condition.ts";
import { matches } from "./matches.fixture.ts";

const is = (operator: ComparisonOperator, value: Scalar) => comparing(operator)("c", value);

describe("comparisons", () => {
  test.each<[ComparisonOperator, Scalar, unknown, boolean]>([
    ["eq", "a", "a", true],
    ["eq", "a", "A", false],
    ["eq", null, null, true],
    ["eq", null, undefined, true],
    ["eq", "a", null, false],
    ["eq", 1, "1", false],
    ["ne", "a", "b", true],
    ["ne", "a", null, true],
    ["ne", null, null, false],
    ["ne", null, "", true],
    ["lt", 2, 1, true],
    ["lt", 2, null, false],
    ["le", 2, 2, true],
    ["gt", "a", "b", true],
    ["ge", "b", "a", false],
    ["ge", null, null, false],
    ["lt", true, false, true],
    ["lt", "2", 1, false],
    ["lt", "ab", "a", true],
    ["lt", "a", "a", false],
    // U+1F600 lies behind U+FF5E by code point, before it by UTF-16 unit.
    ["gt", "\uFF5E", "\u{1F600}", true],
  ])("%s %j on %j is %s", (operator, value, cell, expected) => {
    expect(matches(is(operator, value), { c: cell })).toBe(expected);
  });

  test("in finds a value of the list, never null", () => {
    const among = oneOf("c", ["a", 1]);
    expect(["a", 1, "1", null, undefined].map((c) => matches(among, { c }))).toEqual([true, true, false, false, false]);
    expect(matches(oneOf("c", []), { c: "a" })).toBe(false);
  });

  test("logic has two values: not lt holds for null", () => {
    expect(matches(noneOf(is("lt", 1)), { c: null })).toBe(true);
  });
});

test.each([
  ["adm_root", true],
  ["adm_", true],
  ["adm", false],
  ["Adm_root", false],
  [null, false],
  [5, false],
])("startsWith 'adm_' of %j is %s", (c, expected) => {
  expect(matches(startsWith("c", "adm_"), { c })).toBe(expected);
});

test("related asks the related rows, also of related rows", () => {
  const relations = (name: string) => (name === "r" ? [{ c: "y" }, { c: "x" }] : []);
  expect(matches(related("r", is("eq", "x")), {}, relations)).toBe(true);
  expect(matches(related("r"), {}, relations)).toBe(true);
  expect(matches(related("none", is("eq", "x")), {}, relations)).toBe(false);
  expect(() => matches(related("r", is("eq", "x")), {})).toThrow(RangeError);
  const below = (name: string, row: Readonly<Record<string, unknown>>) => (row[name] ?? []) as { readonly c: string }[];
  const twice = related("r", allOf(eq("c", "mine"), related("s", is("eq", "x"))));
  expect(matches(twice, { c: "x", r: [{ c: "mine", s: [{ c: "x" }] }] }, below)).toBe(true);
  expect(matches(twice, { c: "mine", r: [{ c: "x", s: [{ c: "x" }] }] }, below)).toBe(false);
});

test("what is not given is met by no row", () => {
  const absent = undefined as unknown as string;
  expect([eq("c", absent), matching({ c: absent })]).toEqual([never, never]);
});

test("a row is like an example where each of its values is", () => {
  const like = matching({ c: "a", d: null, e: true });
  expect(matches(like, { c: "a", d: null, e: true })).toBe(true);
  expect(matches(like, { c: "a", d: "b", e: true })).toBe(false);
  expect(matching({})).toEqual(always);
  expect([like, { c: "a" }, { kind: "group" }].map(isExpression)).toEqual([true, false, false]);
});

test("conditions fold when they are put together", () => {
  const a = is("eq", "a");
  const b = is("eq", "b");
  expect(allOf()).toEqual(always);
  expect(anyOf()).toEqual(never);
  expect(allOf(a)).toEqual(a);
  expect(allOf(a, never)).toEqual(never);
  expect(allOf(always, a, allOf(a, b))).toEqual({ kind: "and", of: [a, a, b] });
  expect(anyOf(a, always)).toEqual(always);
  expect(anyOf(never, a, b)).toEqual({ kind: "or", of: [a, b] });
  expect(noneOf(noneOf(a))).toEqual(a);
  expect(noneOf(always)).toEqual(never);
  expect(noneOf(never)).toEqual(always);
});
