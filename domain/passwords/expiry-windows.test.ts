import { expect, test } from "vitest";

import { daysUntil, expiryWindows } from "./expiry-windows.ts";

const day = 86_400_000;

test("each step tells of the ends between it and the next one, whatever the order in which the steps are written", () => {
  expect(expiryWindows([14, 1, 3, 3], 5)).toEqual([
    { days: 1, fromMs: 5, untilMs: 5 + day },
    { days: 3, fromMs: 5 + day, untilMs: 5 + 3 * day },
    { days: 14, fromMs: 5 + 3 * day, untilMs: 5 + 14 * day },
  ]);
  expect(expiryWindows([], 5)).toEqual([]);
});

test.each([
  [1, 1],
  [day, 1],
  [day + 1, 2],
  [14 * day, 14],
])("%i ms are %i days", (ms, days) => {
  expect(daysUntil(7 + ms, 7)).toBe(days);
});
