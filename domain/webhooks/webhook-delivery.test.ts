import { describe, expect, test } from "vitest";

import { afterFailure, isTaken, notBefore } from "./webhook-delivery.ts";

const rules = { intervalsSeconds: [5, 60], disableAfterHours: 2 };
const hourMs = 3_600_000;

describe("a try that has failed", () => {
  test.each([
    ["first", { tries: 1, status: 500 }, { nextTryAt: 10 * hourMs + 5000, disabledBecause: null }],
    ["second", { tries: 2, status: null }, { nextTryAt: 10 * hourMs + 60_000, disabledBecause: null }],
    ["last", { tries: 3, status: 500 }, { nextTryAt: null, disabledBecause: null }],
  ])("for the %s time", (_name, part, outcome) => {
    const failed = { failingSince: 9 * hourMs, now: 10 * hourMs, notBefore: null };
    expect(afterFailure({ ...failed, ...part }, rules)).toEqual(outcome);
  });

  test("after nothing else for so long disables the endpoint and keeps the delivery", () => {
    const failed = { tries: 3, status: 500, failingSince: 8 * hourMs, notBefore: null };
    expect(afterFailure({ ...failed, now: 10 * hourMs - 1 }, rules)).toEqual({
      nextTryAt: null,
      disabledBecause: null,
    });
    expect(afterFailure({ ...failed, now: 10 * hourMs }, rules)).toEqual({
      nextTryAt: 10 * hourMs,
      disabledBecause: "Every try since 1970-01-01T08:00:00.000Z has failed.",
    });
  });

  test("waits as long as the endpoint wants, and never less than by the rules", () => {
    const failed = { tries: 1, status: 503, failingSince: 0, now: 1000 };
    expect(afterFailure({ ...failed, notBefore: 99_000 }, rules).nextTryAt).toBe(99_000);
    expect(afterFailure({ ...failed, notBefore: 2000 }, rules).nextTryAt).toBe(6000);
    expect(afterFailure({ ...failed, tries: 3, notBefore: 99_000 }, rules).nextTryAt).toBeNull();
  });

  test("with 410 disables it at once", () => {
    const { disabledBecause } = afterFailure(
      { tries: 1, status: 410, failingSince: 5, now: 5, notBefore: null },
      rules,
    );
    expect(disabledBecause).toContain("410");
  });
});

test.each([
  ["120", 121_000],
  ["0", 1000],
  ["Thu, 01 Jan 1970 00:01:00 GMT", 60_000],
  ["99999999999", 1000 + 24 * hourMs],
  ["soon", null],
  ["-5 apples", null],
])("Retry-After: %s", (text, at) => {
  expect(notBefore(text, 1000)).toBe(at);
});

test("2xx alone means that an event was taken", () => {
  expect([199, 200, 204, 299, 300, 304, 404, 500].filter(isTaken)).toEqual([200, 204, 299]);
});
