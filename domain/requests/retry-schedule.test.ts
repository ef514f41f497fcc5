import { expect, test } from "vitest";

import { codes } from "#connectors/contract/error.ts";

import { quickTriesMax } from "../engine-limits.ts";
import { askedPauseMsMax, retryIntervalsSeconds } from "../limits.ts";
import { afterAsk, afterFailure, askedPauseMs, isOutcomeUnknown, isRetryable } from "./retry-schedule.ts";

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

test.each([
  [1, 15_000, { result: "P", nextTryAt: 15_500, retries: 0 }],
  [quickTriesMax - 1, 15_000, { result: "P", nextTryAt: 15_500, retries: 0 }],
  [quickTriesMax, 15_000, { result: "P", nextTryAt: 15_500, retries: 1 }],
  [quickTriesMax, 100, { result: "P", nextTryAt: 1500, retries: 1 }],
  [1, 0, { result: "P", nextTryAt: 500, retries: 0 }],
  [1, 10 * askedPauseMsMax, { result: "P", nextTryAt: 500 + askedPauseMsMax, retries: 0 }],
] as const)(
  "after %i sends a target that asks for %i ms gets them, and the list's pause in the end",
  (sends, retryAfterMs, next) => {
    expect(afterAsk("busy", { intervalsSeconds: [1], retries: 0, now: 500, sends, retryAfterMs })).toEqual(next);
  },
);

test("a target that asks for ever is given up when the list is used up, and no pause makes a final code one that may pass", () => {
  const asked = { intervalsSeconds: [1], now: 500, sends: 9, retryAfterMs: 1 };
  expect(afterAsk("busy", { ...asked, retries: 1 })).toEqual({ result: "N" });
  expect(afterAsk("permission", { ...asked, retries: 0 })).toEqual({ result: "F" });
});

test("a pause is a whole number of milliseconds within the limit", () => {
  expect([-5, 0.2, 7, Infinity].map(askedPauseMs)).toEqual([0, 1, 7, askedPauseMsMax]);
});

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
