import { expect, test } from "vitest";

import { nextChange } from "./next-change.ts";

const hour = 3_600_000;

test.each([
  ["one interval after the last change", "push", 24, 5 * hour, 29 * hour],
  ["one interval after now where it never was changed", "push", 24, null, 124 * hour],
  ["in the past where the last change is long ago", "push", 1, 0, hour],
  ["never without an interval", "push", 0, 5 * hour, null],
  ["never where nobody changes passwords", "vault", 24, 5 * hour, null],
] as const)("a password is changed %s", (_words, mode, changeIntervalHours, last, wanted) => {
  expect(nextChange({ mode, changeIntervalHours }, last, 100 * hour)).toBe(wanted);
});
