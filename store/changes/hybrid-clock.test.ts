import { expect, test } from "vitest";

import { ManualClock } from "#platform/clock.ts";

import { createHybridClock } from "./hybrid-clock.ts";

test("stamps rise as text while the wall clock stands still, goes on or goes back", () => {
  const clock = new ManualClock(1_000);
  const hybrid = createHybridClock(clock, { node: "node1", writer: () => 1 });
  const stamps = [hybrid.next(), hybrid.next()];
  clock.advance(5);
  stamps.push(hybrid.next());
  clock.set(10);
  stamps.push(hybrid.next());
  expect(stamps).toEqual(stamps.toSorted());
  expect(new Set(stamps).size).toBe(stamps.length);
});

test("a stamp is 12 hex digits of milliseconds, 4 of a counter, 8 of the writing process, and the node", () => {
  const hybrid = createHybridClock(new ManualClock(0xabc), { node: "berlin", writer: () => 0x1f });
  hybrid.next();
  expect(hybrid.next()).toBe("000000000abc00010000001fberlin");
});

test("more stamps in one millisecond than the counter holds still rise", () => {
  const hybrid = createHybridClock(new ManualClock(7), { node: "n", writer: () => 1 });
  let last = "";
  for (let index = 0; index < 70_000; index++) {
    const next = hybrid.next();
    if (next <= last) throw new Error(`${next} does not follow ${last}`);
    last = next;
  }
  expect(last.startsWith("000000000008")).toBe(true);
});

test("a stamp seen from the log is followed, even when the wall clock was set back", () => {
  const hybrid = createHybridClock(new ManualClock(5), { node: "n", writer: () => 1 });
  hybrid.observe("0000000010000003other");
  expect(hybrid.next()).toBe("000000001000000400000001n");
});
