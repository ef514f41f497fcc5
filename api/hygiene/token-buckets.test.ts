import { expect, it } from "vitest";

import { TokenBuckets } from "./token-buckets.ts";

const take = (buckets: TokenBuckets, key: string, count: number, nowMs: number) =>
  Array.from({ length: count }, () => buckets.take(key, nowMs));

it("gives the calls of a minute at once, then says when there is the next", () => {
  const buckets = new TokenBuckets({ perMinute: 6, keysMax: 10 });
  expect(take(buckets, "a", 6, 0)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(buckets.take("a", 0)).toBe(10);
  expect(buckets.take("a", 4_000)).toBe(6);
  expect(buckets.take("a", 9_999)).toBe(1);
  expect(buckets.take("a", 10_000)).toBe(0);
  expect(buckets.take("a", 10_000)).toBe(10);
});

it("counts each key for itself", () => {
  const buckets = new TokenBuckets({ perMinute: 1, keysMax: 10 });
  expect(["a", "b", "a"].map((key) => buckets.take(key, 0))).toEqual([0, 0, 60]);
});

it("fills to the calls of one minute and no further", () => {
  const buckets = new TokenBuckets({ perMinute: 2, keysMax: 10 });
  take(buckets, "a", 2, 0);
  expect(take(buckets, "a", 3, 3_600_000)).toEqual([0, 0, 30]);
});

it("keeps no more keys than it may, and forgets the one longest unused", () => {
  const buckets = new TokenBuckets({ perMinute: 1, keysMax: 3 });
  for (const key of ["a", "b", "c", "a", "d"]) buckets.take(key, 0);
  expect(buckets.size).toBe(3);
  // Only b was forgotten.
  expect(["a", "b"].map((key) => buckets.take(key, 0))).toEqual([60, 0]);
});

it("goes on where the clock is set back", () => {
  const buckets = new TokenBuckets({ perMinute: 2, keysMax: 3 });
  expect([buckets.take("a", 60_000), buckets.take("a", 0), buckets.take("a", 0)]).toEqual([0, 0, 30]);
  expect(buckets.take("a", 30_000)).toBe(0);
});

it("without a limit counts nothing", () => {
  const buckets = new TokenBuckets({ perMinute: 0, keysMax: 3 });
  expect(take(buckets, "a", 100, 0).every((seconds) => seconds === 0)).toBe(true);
  expect(buckets.size).toBe(0);
});

it("tells how long to wait without taking anything", () => {
  const buckets = new TokenBuckets({ perMinute: 1, keysMax: 3 });
  expect([buckets.wait("a", 0), buckets.wait("a", 0), buckets.size]).toEqual([0, 0, 0]);
  buckets.take("a", 0);
  expect([buckets.wait("a", 0), buckets.wait("a", 59_500), buckets.wait("a", 60_000)]).toEqual([60, 1, 0]);
  expect(new TokenBuckets({ perMinute: 0, keysMax: 3 }).wait("a", 0)).toBe(0);
});
