import { expect, test } from "vitest";

import { isConflictTold } from "./conflict-notice.ts";

const minute = 60_000;
const hour = 60 * minute;
const now = 100 * 24 * hour;

test.each([
  ["one that has just begun waits for those that come with it", { untoldSince: now - minute + 1, toldAt: null }, false],
  ["after a minute they are told together", { untoldSince: now - minute, toldAt: null }, true],
  ["within the hour nobody is told again", { untoldSince: now - 30 * minute, toldAt: now - hour + 1 }, false],
  ["after it all that came meanwhile are told", { untoldSince: now - 30 * minute, toldAt: now - hour }, true],
  ["what everybody knows is not told again", { untoldSince: null, toldAt: now - 23 * hour }, false],
  ["until the next day", { untoldSince: null, toldAt: now - 24 * hour }, true],
  ["a new one is gathered also then", { untoldSince: now - 1, toldAt: now - 48 * hour }, false],
])("%s", (_what, facts, isTold) => {
  expect(isConflictTold({ ...facts, now })).toBe(isTold);
});
