import { describe, expect, it } from "vitest";

import { countedDuration, percentile } from "./duration-figures.ts";

describe("countedDuration", () => {
  it.each([0, 1, 999, 1000])("keeps %i ms exactly", (durationMs) => {
    expect(countedDuration(durationMs)).toBe(durationMs);
  });

  it("is never less than the duration, and at most one percent more", () => {
    for (let durationMs = 1001; durationMs < 90_000_000; durationMs = Math.ceil(durationMs * 1.003)) {
      const counted = countedDuration(durationMs);
      expect(counted).toBeGreaterThanOrEqual(durationMs - 1);
      expect(counted).toBeLessThanOrEqual(durationMs * 1.0101 + 1);
    }
  });

  it("takes a clock that went back for no time at all", () => {
    expect(countedDuration(-5)).toBe(0);
  });
});

describe("percentile", () => {
  const counts = [
    { durationMs: 1, count: 50 },
    { durationMs: 7, count: 44 },
    { durationMs: 9, count: 6 },
  ];
  it.each([
    [0.5, 1],
    [0.51, 7],
    [0.94, 7],
    [0.95, 9],
    [1, 9],
  ])("at %d is %i by nearest rank", (share, expected) => {
    expect(percentile(counts, share)).toBe(expected);
  });

  it("is null where nothing was counted", () => {
    expect(percentile([], 0.5)).toBeNull();
  });
});
