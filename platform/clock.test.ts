import { expect, test } from "vitest";

import { ManualClock, systemClock } from "./clock.ts";

test("a manual clock stands still until it is moved", () => {
  const clock = new ManualClock(1_000);
  expect([clock.now(), clock.now()]).toEqual([1_000, 1_000]);
  clock.advance(500);
  expect(clock.now()).toBe(1_500);
  clock.set(20);
  expect(clock.now()).toBe(20);
});

test("the system clock gives whole milliseconds", () => {
  expect(Number.isInteger(systemClock.now())).toBe(true);
});
