import { expect, it } from "vitest";

import { leastAsUsual } from "./usual-machine.ts";

function inTurn(times: readonly number[]) {
  let count = 0;
  return { measure: async () => times[count++] ?? 0, measured: () => count };
}

it("the first attempt within the bound is the last", async () => {
  const { measure, measured } = inTurn([20, 10]);
  expect([await leastAsUsual(50, 3, measure), measured()]).toEqual([20, 1]);
});

it("the least attempt counts, and one that is above the bound on every machine stays above it", async () => {
  const { measure, measured } = inTurn([9_000_000, 8_000_000, 9_000_000]);
  expect(await leastAsUsual(50, 3, measure)).toBeGreaterThan(50);
  expect(measured()).toBe(3);
});
