import { expect, test } from "vitest";

import { isEndToTell, nextStayMoment } from "./stay-moments.ts";

const stay = { endsAt: 1000, endToldFor: null, hasLeft: false };
const next = (now: number, part: object = {}) => nextStayMoment({ ...stay, ...part }, now, 100);

test("a person without an end, or who has left, has no moment", () => {
  expect([next(0, { endsAt: null }), next(1000, { hasLeft: true }), next(5000, { hasLeft: true })]).toEqual([
    null,
    null,
    null,
  ]);
});

test("the moments of a person are the notice before the end, then the end", () => {
  expect([next(0), next(950), next(950, { endToldFor: 1000 })]).toEqual([900, 950, 1000]);
  // Told of another end, and an end that nobody has handled yet.
  expect([next(0, { endToldFor: 700 }), next(1500), next(999, { hasLeft: true })]).toEqual([900, 1500, 999]);
});

test("an end is told once, from the notice on and not after it", () => {
  const told = (now: number, endToldFor: number | null = null) => isEndToTell({ ...stay, endToldFor }, now, 100);
  expect([told(899), told(900), told(999), told(1000)]).toEqual([false, true, true, false]);
  expect([told(950, 1000), told(950, 700)]).toEqual([false, true]);
});
