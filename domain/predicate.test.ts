import { describe, expect, test } from "vitest";

import {
  allOf,
  always,
  anyOf,
  type Comparison,
  matches,
  never,
  noneOf,
  type Predicate,
  type PredicateValue,
} from "./predicate.ts";

const is = (op: Comparison, value: PredicateValue): Predicate => ({ op, column: "c", value });

describe("comparisons", () => {
  test.each<[Comparison, PredicateValue, unknown, boolean]>([
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
  ])("%s %j on %j is %s", (op, value, cell, expected) => {
    expect(matches(is(op, value), { c: cell })).toBe(expected);
  });

  test("in finds a value of the list, never null", () => {
    const among: Predicate = { op: "in", column: "c", values: ["a", 1] };
    expect(["a", 1, "1", null, undefined].map((c) => matches(among, { c }))).toEqual([true, true, false, false, false]);
    expect(matches({ op: "in", column: "c", values: [] }, { c: "a" })).toBe(false);
  });

  test("logic has two values: not lt holds for null", () => {
    expect(matches({ op: "not", of: is("lt", 1) }, { c: null })).toBe(true);
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
  expect(matches({ op: "startsWith", column: "c", value: "adm_" }, { c })).toBe(expected);
});

test("exists asks the related rows", () => {
  const predicate: Predicate = { op: "exists", relation: "r", where: is("eq", "x") };
  const relations = (name: string) => (name === "r" ? [{ c: "y" }, { c: "x" }] : []);
  expect(matches(predicate, {}, relations)).toBe(true);
  expect(matches({ ...predicate, relation: "none" }, {}, relations)).toBe(false);
  expect(() => matches(predicate, {})).toThrow(RangeError);
});

test("conditions fold when they are put together", () => {
  const a = is("eq", "a");
  const b = is("eq", "b");
  expect(allOf()).toEqual(always);
  expect(anyOf()).toEqual(never);
  expect(allOf(a)).toEqual(a);
  expect(allOf(a, never)).toEqual(never);
  expect(allOf(always, a, allOf(a, b))).toEqual({ op: "and", of: [a, a, b] });
  expect(anyOf(a, always)).toEqual(always);
  expect(anyOf(never, a, b)).toEqual({ op: "or", of: [a, b] });
  expect(noneOf(noneOf(a))).toEqual(a);
  expect(noneOf(always)).toEqual(never);
  expect(noneOf(never)).toEqual(always);
});
