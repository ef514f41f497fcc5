import { expect, it } from "vitest";

import { withRows } from "./row-choice.ts";

const rows = (...keys: readonly string[]) => new Map(keys.map((key) => [key, `row ${key}`]));

it("takes the rows of a page to those that are chosen on others, as they are seen now", () => {
  const chosen = new Map([...rows("a"), ["b", "as it was"]]);
  expect(withRows(chosen, rows("b", "c"), true)).toEqual(rows("a", "b", "c"));
});

it("takes away the rows of a page alone", () => {
  expect(withRows(rows("a", "b", "c"), rows("b", "c", "d"), false)).toEqual(rows("a"));
  expect(withRows(rows(), rows("b"), false)).toEqual(rows());
});
