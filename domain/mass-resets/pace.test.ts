import { describe, expect, test } from "vitest";

import { rateBurstMs } from "../mass-reset-limits.ts";
import { nextBegin, paceOf } from "./pace.ts";

const perMinute = 60;
const secondMs = 1_000;

describe("a rate of one account a second", () => {
  test("lets the first one begin at once, and no other one with it", () => {
    expect(paceOf(perMinute, null, 50_000)).toEqual({ items: 1, waitMs: 0 });
    const next = nextBegin(perMinute, null, { items: 1, now: 50_000 });
    expect(paceOf(perMinute, next, 50_000)).toEqual({ items: 0, waitMs: secondMs });
    expect(paceOf(perMinute, next, 51_000)).toEqual({ items: 1, waitMs: 0 });
  });

  test("catches up with a few seconds at most after a pause, however long that was", () => {
    const { items } = paceOf(perMinute, 50_000, 50_000 + 3_600_000);
    expect(items).toBe(rateBurstMs / secondMs + 1);
  });

  test("is kept over an hour of looks at any moments", () => {
    let [next, begun]: [number | null, number] = [null, 0];
    for (let now = 0; now < 3_600_000; now += 7_300) {
      const { items } = paceOf(perMinute, next, now);
      if (items === 0) continue;
      next = nextBegin(perMinute, next, { items, now });
      begun += items;
    }
    expect(begun).toBeLessThanOrEqual(3_600 + rateBurstMs / secondMs + 1);
    expect(begun).toBeGreaterThan(2_500);
  });
});

test("a high rate gives whole accounts, and what was given is counted", () => {
  const next = nextBegin(60_000, 1_000, { items: 64, now: 1_000 });
  expect(next).toBe(1_064);
  expect(paceOf(60_000, next, 1_100).items).toBe(37);
});
