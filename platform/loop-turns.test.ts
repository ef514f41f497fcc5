import { expect, it } from "vitest";

import { giveWay, isTurnOver, mapInTurns } from "./loop-turns.ts";

/** Works for longer than a turn may last. */
function workLong(): void {
  isTurnOver();
  while (!isTurnOver());
}

it("work that is quick goes on without a pause", async () => {
  await new Promise((resolve) => setImmediate(resolve));
  let served = 0;
  setImmediate(() => (served += 1));
  expect(await mapInTurns([1, 2, 3], (one) => one * 2)).toEqual([2, 4, 6]);
  expect(served).toBe(0);
});

it("work that takes long lets others be served in between, and gives the same", async () => {
  let served = 0;
  const others = setInterval(() => (served += 1), 0);
  const seen: number[] = [];
  const done = await mapInTurns([1, 2, 3, 4], (one) => {
    workLong();
    seen.push(served);
    return one * 2;
  });
  clearInterval(others);
  expect(done).toEqual([2, 4, 6, 8]);
  expect(new Set(seen).size).toBeGreaterThan(1);
});

it("a turn that is over begins anew once others were served", async () => {
  workLong();
  await giveWay();
  expect(isTurnOver()).toBe(false);
});
