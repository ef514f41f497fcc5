import type { Expression } from "../query/bound-query.ts";
import { allOf, eq, oneOf } from "../query/condition.ts";
import type { TaskState } from "./task.ts";

/** The result of an operation, by name; the value is the letter that rows carry. A row without one has not begun. */
export const OperationResult = {
  Success: "S",
  Failed: "F",
  Pending: "P",
  Unknown: "N",
  NoLongerApplicable: "X",
  Refused: "R",
} as const;

/** The letter of an operation's result. */
export type OperationResult = (typeof OperationResult)[keyof typeof OperationResult];

/** Status of an operation in the REST API. */
export type OperationStatus = "notStarted" | "accepted" | "running" | "succeeded" | "failed";

const statuses: Readonly<Record<OperationResult, OperationStatus>> = {
  S: "succeeded",
  X: "succeeded",
  P: "running",
  F: "failed",
  N: "failed",
  R: "failed",
};

/** Statuses with the conditions of their rows, for queries of the record: the first match counts, and `otherwise` is for all other rows. */
export const statusCases = {
  cases: [
    { where: eq("result", null), value: "notStarted" },
    { where: allOf(eq("result", OperationResult.Pending), eq("task", "accepted")), value: "accepted" },
    { where: allOf(eq("result", OperationResult.Pending), eq("task", "unconfirmed")), value: "running" },
    { where: allOf(eq("result", OperationResult.Pending), eq("sends", 0)), value: "notStarted" },
    { where: eq("result", OperationResult.Pending), value: "running" },
    {
      where: oneOf("result", [OperationResult.Success, OperationResult.NoLongerApplicable]),
      value: "succeeded",
    },
  ],
  otherwise: "failed",
} as const satisfies {
  readonly cases: readonly { readonly where: Expression; readonly value: OperationStatus }[];
  readonly otherwise: OperationStatus;
};

/** Operation, as far as its status depends on it. */
export interface StatedOperation {
  readonly result: OperationResult | null;
  /** Number of times that it was sent to a target system. */
  readonly sends: number;
  /** State of the task, if implementers perform it. */
  readonly task: TaskState | null;
}

/** Returns the status of an operation. */
export function operationStatus({ result, sends, task }: StatedOperation): OperationStatus {
  if (result === OperationResult.Pending && task === "accepted") return "accepted";
  if (result === OperationResult.Pending && task === "unconfirmed") return "running";
  if (result === null || (result === OperationResult.Pending && sends === 0)) return "notStarted";
  return statuses[result];
}

/** Returns true if the result of an operation is final. */
export function isFinalResult(result: OperationResult | null): result is "S" | "F" | "N" | "X" | "R" {
  return result !== null && result !== OperationResult.Pending;
}

/** Returns true if operations that depend on this one may begin: it was done, or no longer needs to be done. */
export function isFulfilled(result: OperationResult | null): result is "S" | "X" {
  return result === OperationResult.Success || result === OperationResult.NoLongerApplicable;
}
