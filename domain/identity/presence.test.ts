import { expect, test } from "vitest";

import { hasEnded, hasStarted, isPresent } from "./presence.ts";

const stay = { startsAt: 100, endsAt: 200 };

test("a person is present from the very start to just before the end", () => {
  expect([99, 100, 199, 200].map((now) => isPresent(stay, now))).toEqual([false, true, true, false]);
  expect([hasStarted(stay, 99), hasStarted(stay, 100)]).toEqual([false, true]);
  expect([hasEnded(stay, 199), hasEnded(stay, 200)]).toEqual([false, true]);
});

test("without start and end a person is always present", () => {
  expect([-1e15, 0, 1e15].map((now) => isPresent({ startsAt: null, endsAt: null }, now))).toEqual([true, true, true]);
});
