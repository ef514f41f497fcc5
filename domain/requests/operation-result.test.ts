import { expect, test } from "vitest";

import { matches } from "../query/matches.fixture.ts";
import { isFinalResult, isFulfilled, OperationResult, operationStatus, statusCases } from "./operation-result.ts";

test.each([
  [null, 0, "notStarted", false, false],
  ["P", 0, "notStarted", false, false],
  ["P", 2, "running", false, false],
  ["S", 1, "succeeded", true, true],
  ["X", 0, "succeeded", true, true],
  ["F", 1, "failed", true, false],
  ["N", 1, "failed", true, false],
  ["R", 0, "failed", true, false],
] as const)("%s after %i sends is %s", (result, sends, status, final, fulfilled) => {
  expect(operationStatus(result, sends)).toBe(status);
  const first = statusCases.cases.find(({ where }) => matches(where, { result, sends }));
  expect(first?.value ?? statusCases.otherwise).toBe(status);
  expect(isFinalResult(result)).toBe(final);
  expect(isFulfilled(result)).toBe(fulfilled);
});

test("the letters are those of the domain", () => {
  expect(Object.values(OperationResult).toSorted()).toEqual(["F", "N", "P", "R", "S", "X"]);
});
