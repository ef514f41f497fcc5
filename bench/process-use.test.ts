import { expect, test } from "vitest";

import { cpuMs, peakMib } from "./process-use.ts";

test("the processor time of a process is what it says itself", () => {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1000;
  expect(cpuMs(process.pid)).toBeGreaterThan(own / 2);
  expect(cpuMs(process.pid)).toBeLessThan(own * 2 + 1000);
});

test("the peak of its memory is what it says itself", () => {
  const own = process.resourceUsage().maxRSS / 1024;
  expect(Math.abs(peakMib(process.pid) - own)).toBeLessThan(own / 10);
});
