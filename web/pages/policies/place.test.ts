import { expect, it } from "vitest";

import { offsetOf } from "./place.ts";

it.each([
  ["", 1, 1, 0],
  ["", 9, 9, 0],
  ["ab", 1, 1, 0],
  ["ab", 1, 9, 2],
  ["ab\ncd", 2, 1, 3],
  ["ab\ncd", 2, 2, 4],
  ["\n\n", 3, 1, 2],
])("in %j line %i, column %i is behind %i characters", (text, line, column, offset) => {
  expect(offsetOf(text, { line, column })).toBe(offset);
});
