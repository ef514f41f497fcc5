import { expect, test } from "vitest";

import { systemIds } from "./ids.ts";

test("keys are guids in lower case and never repeat", () => {
  const keys = Array.from({ length: 1_000 }, () => systemIds.guid());
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

test("a token carries the asked number of random bytes and needs no escaping in an address", () => {
  expect(Buffer.from(systemIds.token(), "base64url")).toHaveLength(32);
  expect(Buffer.from(systemIds.token(16), "base64url")).toHaveLength(16);
  expect(systemIds.token(64)).toMatch(/^[\w-]+$/);
});

test("a number below a limit is each as likely as the others, also where the limit divides no power of two", () => {
  const [limit, draws] = [100, 100_000];
  const counts = Array.from({ length: limit }, () => 0);
  for (let draw = 0; draw < draws; draw++) {
    const number = systemIds.below(limit);
    counts[number] = (counts[number] ?? 0) + 1;
  }
  expect(counts).toHaveLength(limit);
  const expected = draws / limit;
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  // With 99 degrees of freedom chance exceeds this once in five billion runs; bytes taken modulo 100 give more than 3,000.
  expect(chiSquare).toBeLessThan(215);
});
