import { expect, test } from "vitest";

import { pauseAfter, pullStep } from "./pull-step.ts";

test("pauses grow from a second to a minute", () => {
  expect([1, 2, 3, 6, 7, 1_000].map(pauseAfter)).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000]);
});

test("only nodes that take part are asked, and when it is time", () => {
  const step = (state: Parameters<typeof pullStep>[0]["state"], nextPullAt = 0) =>
    pullStep({ state, nextPullAt, now: 100 });
  expect(step(undefined)).toEqual({ do: "finished" });
  expect(step("expelled")).toEqual({ do: "finished" });
  expect(step("paused")).toEqual({ do: "wait", waitMs: 60_000 });
  expect([step("active"), step("joining")]).toEqual([{ do: "deliver" }, { do: "deliver" }]);
  expect(step("active", 350)).toEqual({ do: "wait", waitMs: 250 });
  expect(step("active", 10 ** 12)).toEqual({ do: "wait", waitMs: 60_000 });
});
