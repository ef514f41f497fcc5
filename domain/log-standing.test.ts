import { expect, it } from "vitest";

import { isWorse, logStanding } from "./log-standing.ts";

const dayMs = 86_400_000;
const facts = { heardAt: 0, now: dayMs - 1, rows: 0, rowsMax: 100, isBehind: false };

it.each([
  [{}, "upToDate"],
  [{ now: dayMs }, "silent"],
  [{ rows: 49 }, "upToDate"],
  [{ rows: 50 }, "halfQuota"],
  [{ rows: 50, now: dayMs }, "halfQuota"],
  [{ rows: 90 }, "halfQuota"],
  [{ rows: 0, isBehind: true }, "mustRejoin"],
] as const)("with %o a node is %s", (given, standing) => {
  expect(logStanding({ ...facts, ...given })).toBe(standing);
});

it("is told when it gets worse, and not when it gets better", () => {
  expect(isWorse("silent", "upToDate")).toBe(true);
  expect(isWorse("mustRejoin", "halfQuota")).toBe(true);
  expect(isWorse("silent", "silent")).toBe(false);
  expect(isWorse("upToDate", "mustRejoin")).toBe(false);
});
