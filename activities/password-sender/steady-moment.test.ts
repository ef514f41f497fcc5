import { expect, test } from "vitest";

import { elapsedMs, machineSteadyClock } from "./steady-moment.ts";

test("the time in which the machine was suspended counts", () => {
  let uptime = "100.25 7.00\n";
  const clock = machineSteadyClock((path) => (path.endsWith("uptime") ? uptime : "one start\n"));
  const before = clock();
  // The clock of the process has stood still.
  uptime = "28900.75 8.00\n";
  expect(elapsedMs(before, clock())).toBe(28_800_500);
});

test("another start of the machine, or a system that names none, leaves the time unknown", () => {
  const started = (boot: string) => machineSteadyClock((path) => (path.endsWith("uptime") ? "5.00 1.00" : boot))();
  expect(elapsedMs(started("one"), started("another"))).toBeNull();
  const without = machineSteadyClock(() => {
    throw new Error("ENOENT");
  });
  expect(elapsedMs(without(), without())).toBeNull();
  expect(without().ms).toBeGreaterThan(0);
});
