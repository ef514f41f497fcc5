import { expect, test } from "vitest";

import { matches } from "../query/matches.fixture.ts";
import {
  isFinalResult,
  isFulfilled,
  OperationResult,
  type OperationStatus,
  operationStatus,
  statusCases,
} from "./operation-result.ts";
import type { TaskState } from "./task.ts";

const cases: readonly [OperationResult | null, number, OperationStatus, boolean, boolean, TaskState?][] = [
  [null, 0, "notStarted", false, false],
  ["P", 0, "notStarted", false, false],
  ["P", 0, "notStarted", false, false, "offered"],
  ["P", 0, "accepted", false, false, "accepted"],
  ["P", 0, "running", false, false, "unconfirmed"],
  ["S", 0, "succeeded", true, true, "closed"],
  ["P", 2, "running", false, false],
  ["S", 1, "succeeded", true, true],
  ["X", 0, "succeeded", true, true],
  ["F", 1, "failed", true, false],
  ["N", 1, "failed", true, false],
  ["R", 0, "failed", true, false],
];

test.each(cases.map((one) => [...one] as const))(
  "%s after %i sends is %s",
  (result, sends, status, final, fulfilled, task) => {
    expect(operationStatus({ result, sends, task: task ?? null })).toBe(status);
    const first = statusCases.cases.find(({ where }) => matches(where, { result, sends, task: task ?? null }));
    expect(first?.value ?? statusCases.otherwise).toBe(status);
    expect(isFinalResult(result)).toBe(final);
    expect(isFulfilled(result)).toBe(fulfilled);
  },
);

test("the letters are those of the domain", () => {
  expect(Object.values(OperationResult).toSorted()).toEqual(["F", "N", "P", "R", "S", "X"]);
});
