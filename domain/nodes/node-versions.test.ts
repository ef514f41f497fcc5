import { expect, test } from "vitest";

import { areNeighbours, oldestNeighbour } from "./node-versions.ts";

const own = oldestNeighbour + 10;

test.each([
  ["the same", own, true],
  ["the oldest neighbour", oldestNeighbour, true],
  ["one before it", oldestNeighbour - 1, false],
  ["a newer one, which decides itself", own + 100, true],
] as const)("nodes replicate with %s: %s", (_words, other, isOne) => {
  expect(areNeighbours(own, other)).toBe(isOne);
});
