import { expect, test } from "vitest";

import { nextEpoch, positionsFrom, smallNumbersFrom, unknownDays } from "./restore-epoch.ts";

const now = Date.UTC(2030, 0, 31, 8);
const dayMs = 86_400_000;

test.each([
  ["the clock", { latest: now - 1, epoch: 5 }, now],
  ["the newest change, where the clock is behind it", { latest: now + 7, epoch: 5 }, now + 8],
  ["the epoch before, where the clock is behind it", { latest: 0, epoch: now }, now + 1],
])("an epoch lies behind %s", (_, known, expected) => {
  expect(nextEpoch(now, known)).toBe(expected);
});

test("numbers of an epoch are exact, and counters of 32 bits take theirs until 2087", () => {
  expect(Number.isSafeInteger(positionsFrom(Date.UTC(2200, 0)))).toBe(true);
  expect(smallNumbersFrom(Date.UTC(2087, 0))).toBeLessThan(2 ** 31);
  expect([positionsFrom(0), smallNumbersFrom(0)]).toEqual([0, 0]);
});

test("the days that a restored database does not know reach from a month before its newest change to a month behind the restore", () => {
  const days = unknownDays(now - 10 * dayMs, now);
  expect([days[0], days.at(-1), days.length]).toEqual(["20291221", "20300303", 73]);
  expect(new Set(days).size).toBe(days.length);
  expect(unknownDays(0, now)).toHaveLength(63);
});
