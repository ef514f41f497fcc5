import { expect, test } from "vitest";

import { canariesEnded, type MassResetCounts, pauseOf, type PauseTerms, sumOf } from "./pauses.ts";

const terms: PauseTerms = {
  canaryFailuresMax: 0,
  failuresMax: 50,
  failureShareMax: 5,
  endedBefore: 0,
  failedBefore: 0,
  canariesOver: true,
};
const counts = (part: Partial<MassResetCounts>): MassResetCounts => ({
  accounts: 10_000,
  done: 0,
  failed: 0,
  leftOut: 0,
  canaries: 0,
  canariesEnded: 0,
  canariesFailed: 0,
  ...part,
});

test.each([
  ["no failure", {}, { done: 500 }, undefined],
  ["one of the first accounts", {}, { done: 0, failed: 1 }, undefined],
  ["two of twenty", {}, { done: 18, failed: 2 }, "failures"],
  ["five percent", {}, { done: 95, failed: 5 }, undefined],
  ["more than five percent", {}, { done: 94, failed: 6 }, "failures"],
  ["fifty of many", {}, { done: 5000, failed: 50 }, undefined],
  ["fifty-one of many", {}, { done: 5000, failed: 51 }, "failures"],
  ["those before the last resumption", { failedBefore: 51, endedBefore: 60 }, { done: 500, failed: 51 }, undefined],
  ["new ones after it", { failedBefore: 51, endedBefore: 51 }, { done: 18, failed: 53 }, "failures"],
  ["failures when nothing is left", {}, { accounts: 60, done: 0, failed: 60 }, undefined],
  ["failures when the rest was skipped", {}, { accounts: 100, failed: 60, leftOut: 40 }, undefined],
  ["a canary account", { canariesOver: false }, { canaries: 3, canariesFailed: 1, failed: 1 }, "canary"],
  ["fewer than may", { canariesOver: false, canaryFailuresMax: 1 }, { canariesFailed: 1, failed: 1 }, undefined],
  ["a canary account after a resumption", {}, { canaries: 3, canariesFailed: 1, failed: 1 }, undefined],
  ["any failure where none may", { failuresMax: 0 }, { failed: 1 }, "failures"],
])("%s of a mass reset pauses it only as its terms say", (_what, part, some, because) => {
  const pause = pauseOf({ ...terms, ...part }, counts(some));
  expect(pause?.because).toBe(because);
  if (pause !== undefined) expect(pause.words).toMatch(/^\d+ of \d+ (canary )?accounts failed; \d/);
});

test("the counts of target systems are added, and canary accounts have ended when all are planned", () => {
  const sum = sumOf([counts({ accounts: 3, canaries: 1, canariesEnded: 1 }), counts({ accounts: 4, canaries: 2 })]);
  expect(sum).toMatchObject({ accounts: 7, canaries: 3, canariesEnded: 1 });
  expect(canariesEnded(sum)).toBe(false);
  expect(canariesEnded({ ...sum, canariesEnded: 3 })).toBe(true);
});
