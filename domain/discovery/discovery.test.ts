import { expect, test } from "vitest";

import { asksOperator, needsConfirmation } from "./discovery.ts";

test.each([
  [0, 0, false],
  [50, 60, false],
  [51, 60, true],
  [51, 510, false],
  [52, 510, true],
  [100, 1000, false],
  [101, 1000, true],
])("the removal of %i of %i objects asks an operator: %s", (removals, known, asks) => {
  expect(needsConfirmation({ removals, known })).toBe(asks);
});

test.each([
  [{ removals: 0, known: 1000, leavers: 50, knownPeople: 60 }, false],
  [{ removals: 0, known: 1000, leavers: 51, knownPeople: 60 }, true],
  [{ removals: 51, known: 60, leavers: 0, knownPeople: 60 }, true],
  [{ removals: 51, known: 60 }, true],
  [{ removals: 0, known: 60 }, false],
])("people who would leave are asked about by the same rule as objects: %o asks: %s", (counts, asks) => {
  expect(asksOperator(counts)).toBe(asks);
});
