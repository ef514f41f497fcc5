import { expect, test } from "vitest";

import { codes } from "#connectors/contract/error.ts";

import { retryIntervalsSeconds } from "./limits.ts";
import { afterFailure, isOutcomeUnknown, isRetryable } from "./retry-schedule.ts";

const minuteMs = 60_000;

test("the default list is 5, 5, 10, 10, 20, 20 minutes", () => {
  const waits = retryIntervalsSeconds.map((_, retries) =>
    afterFailure("unreachable", { intervalsSeconds: retryIntervalsSeconds, retries, now: 0 }),
  );
  expect(waits.map((wait) => (wait.result === "P" ? wait.nextTryAt / minuteMs : null))).toEqual([5, 5, 10, 10, 20, 20]);
  expect(waits.map((wait) => (wait.result === "P" ? wait.retries : null))).toEqual([1, 2, 3, 4, 5, 6]);
});

test.each(["unreachable", "timeout", "broken", "busy", "conflict", "partial"])(
  "%s is tried again, and unknown when the list is used up",
  (code) => {
    expect(afterFailure(code, { intervalsSeconds: [1], retries: 0, now: 500 })).toEqual({
      result: "P",
      nextTryAt: 1500,
      retries: 1,
    });
    expect(afterFailure(code, { intervalsSeconds: [1], retries: 1, now: 500 })).toEqual({ result: "N" });
  },
);

test.each(Object.entries(codes).filter(([, traits]) => !traits.retryable))(
  "%s is final at once",
  (code, { outcomeUnknown }) => {
    expect(afterFailure(code, { intervalsSeconds: [1, 1], retries: 0, now: 0 })).toEqual({
      result: outcomeUnknown ? "N" : "F",
    });
  },
);

test.each(["", "nonsense", "toString", "__proto__"])(
  "the unheard-of code %j is not tried again and its outcome is unknown",
  (code) => {
    expect(isRetryable(code)).toBe(false);
    expect(isOutcomeUnknown(code)).toBe(true);
    expect(afterFailure(code, { intervalsSeconds: [1], retries: 0, now: 0 })).toEqual({ result: "N" });
  },
);
