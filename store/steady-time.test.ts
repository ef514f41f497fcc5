import { afterEach, expect, test } from "vitest";

import { openTestStore, type TestStore } from "#test/support/store.ts";

let opened: TestStore | undefined;
afterEach(() => opened?.close());

const turnMs = 5_000;

/** A deadline that a process has given, and what it is to last. */
interface Given {
  readonly from: number;
  readonly durationMs: number;
  readonly end: number;
}

test("several processes count time once, never faster than it passes, and nothing is over before its time", async () => {
  let elapsed = 0;
  opened = await openTestStore({ dialect: "sqlite", elapsed: () => elapsed });
  const { store, another } = opened;
  const processes = [store, await another(), await another()].map(({ steadyTime }) => steadyTime);
  expect(processes.map((one) => [one.least(), one.endOf(1000)])).toEqual(processes.map(() => [null, null]));
  const given: Given[] = [];
  for (let turn = 0; turn < 40; turn += 1)
    for (const [index, one] of processes.entries()) {
      // Now and then two count in the same moment, and one of them stops for a while.
      elapsed += turn % 7 === index ? 0 : turnMs / processes.length;
      const isStopped = index === 0 && turn > 20 && turn < 30;
      if (!isStopped) await one.count();
      const least = one.least() ?? 0;
      expect(least).toBeLessThanOrEqual(elapsed);
      for (const { from, durationMs } of given.filter(({ end }) => least >= end))
        expect(elapsed - from).toBeGreaterThanOrEqual(durationMs);
      const durationMs = 1000 * turn;
      given.push({ from: elapsed, durationMs, end: one.endOf(durationMs) ?? 0 });
    }
  expect(processes[1]?.least()).toBeGreaterThan(elapsed - 3 * turnMs);
});

test("a process that was stopped for long counts no more than a turn of it", async () => {
  let elapsed = 0;
  opened = await openTestStore({ dialect: "sqlite", elapsed: () => elapsed });
  const { steadyTime } = opened.store;
  await steadyTime.count();
  elapsed += 24 * 3_600_000;
  await steadyTime.count();
  expect(steadyTime.least()).toBe(2 * turnMs);
});
