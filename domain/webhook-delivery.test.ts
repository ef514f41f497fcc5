import { describe, expect, test } from "vitest";

import { afterFailure, isTaken } from "./webhook-delivery.ts";

const rules = { intervalsSeconds: [5, 60], disableAfterHours: 2 };
const hourMs = 3_600_000;

describe("a try that has failed", () => {
  test.each([
    ["first", { tries: 1, status: 500 }, { nextTryAt: 10 * hourMs + 5000, disabledBecause: null }],
    ["second", { tries: 2, status: null }, { nextTryAt: 10 * hourMs + 60_000, disabledBecause: null }],
    ["last", { tries: 3, status: 500 }, { nextTryAt: null, disabledBecause: null }],
  ])("for the %s time", (_name, part, outcome) => {
    expect(afterFailure({ failingSince: 9 * hourMs, now: 10 * hourMs, ...part }, rules)).toEqual(outcome);
  });

  test("after nothing else for so long disables the endpoint and keeps the delivery", () => {
    const failed = { tries: 3, status: 500, failingSince: 8 * hourMs };
    expect(afterFailure({ ...failed, now: 10 * hourMs - 1 }, rules)).toEqual({
      nextTryAt: null,
      disabledBecause: null,
    });
    expect(afterFailure({ ...failed, now: 10 * hourMs }, rules)).toEqual({
      nextTryAt: 10 * hourMs,
      disabledBecause: "Every try since 1970-01-01T08:00:00.000Z has failed.",
    });
  });

  test("with 410 disables it at once", () => {
    const { disabledBecause } = afterFailure({ tries: 1, status: 410, failingSince: 5, now: 5 }, rules);
    expect(disabledBecause).toContain("410");
  });
});

test("2xx alone means that an event was taken", () => {
  expect([199, 200, 204, 299, 300, 304, 404, 500].filter(isTaken)).toEqual([200, 204, 299]);
});
