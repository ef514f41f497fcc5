import { expect, test } from "vitest";

import { systemIds } from "#platform/ids.ts";

import { createRisingKeys } from "./rising-keys.ts";

test("keys are guids that rise, within a moment and over hours", () => {
  let nowMs = 1_700_000_000_000;
  const next = createRisingKeys({ clock: { now: () => nowMs }, ids: systemIds });
  const keys: string[] = [];
  for (const elapsedMs of [0, 0, 0, 10, 999, 1, 5_000, 3_600_000]) {
    nowMs += elapsedMs;
    keys.push(next(), next());
  }
  expect(keys).toEqual([...new Set(keys)].toSorted());
  expect(keys.every((key) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(key))).toBe(true);
});

test("two processes that begin at the same moment give different keys", () => {
  const parts = { clock: { now: () => 1_700_000_000_000 }, ids: systemIds };
  const [one, other] = [createRisingKeys(parts), createRisingKeys(parts)];
  expect(one()).not.toBe(other());
});
