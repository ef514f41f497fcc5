import { expect, test } from "vitest";

import { guidSeries } from "./guid-series.ts";

const random = "0f8fad5b-d9cb-469f-a165-70867728950e";

test("the guids of a series rise and are of version 7", () => {
  const next = guidSeries(Date.UTC(2026, 10, 21), random);
  const taken = Array.from({ length: 300 }, next);
  expect(new Set(taken).size).toBe(300);
  expect(taken.toSorted()).toEqual(taken);
  for (const guid of taken)
    expect(guid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("a later series follows an earlier one, and another random guid gives another series", () => {
  expect(guidSeries(1001, random)() > guidSeries(1000, random)()).toBe(true);
  expect(guidSeries(1000, random)()).not.toBe(guidSeries(1000, random.replace("950e", "950f"))());
});
