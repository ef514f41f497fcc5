import { expect, test } from "vitest";

import { needsConfirmation } from "./discovery.ts";

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
