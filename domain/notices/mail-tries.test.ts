import { expect, test } from "vitest";

import { isTooOld, pauseMs } from "./mail-tries.ts";

test("the last wait holds for all further tries", () => {
  const pauses = [1, 2, 3, 4].map((failures) => pauseMs(failures, { intervalsSeconds: [5, 30, 120] }));
  expect(pauses).toEqual([5_000, 30_000, 120_000, 120_000]);
});

test("a mail is too old when its hours are over", () => {
  const hours = { giveUpHours: 2 };
  expect([7_199_999, 7_200_000].map((now) => isTooOld(0, now, hours))).toEqual([false, true]);
});
