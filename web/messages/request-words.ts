import type { OperationCode } from "#domain/requests/operation-codes.ts";
import type { OperationResult } from "#domain/requests/operation-result.ts";
import type { RequestStatus } from "#domain/requests/request-status.ts";

import type { RequestOperation } from "../api/model.ts";
import type { Say } from "./text.ts";

/** A status in words. */
export function statusWords(status: string, say: Say): string {
  return say(`request.status.${status as RequestStatus}`);
}

/** What an operation does, in words. */
export function operationWords(code: string, say: Say): string {
  return say(`operation.${code as OperationCode}`);
}

/** Whether an operation has ended, so that nothing of it can be changed any more. */
export function hasEnded({ result }: Pick<RequestOperation, "result">): boolean {
  const pending: OperationResult = "P";
  return result !== null && result !== pending;
}

/** Parts of an operation that are told in a line. */
export type ToldOperation = Pick<RequestOperation, "code" | "targetSystemKey"> &
  Partial<Pick<RequestOperation, "accountName" | "groupName">>;

/** An operation in a line: what it does, with the account or group as it was called when it was asked for, and where. */
export function operationLine(
  { code, targetSystemKey: target, accountName, groupName }: ToldOperation,
  say: Say,
): string {
  const operation = operationWords(code, say);
  const name = groupName ?? accountName ?? null;
  return name === null
    ? say("request.operationOn", { operation, target })
    : say("request.operationNamed", { operation, name, target });
}

/** Returns all that a request asks for, operation by operation, for a file. */
export function allAskedFor(operations: readonly RequestOperation[] | undefined, say: Say): string {
  return (operations ?? []).map((operation) => operationLine(operation, say)).join("; ");
}

/** Returns what a request asks for in so many lines at most, the last of which tells how much more there is. */
export function askedLines(operations: readonly RequestOperation[] | undefined, max: number, say: Say): string[] {
  const all = [...new Set((operations ?? []).map((operation) => operationLine(operation, say)))];
  const [first = "", ...others] = all.slice(max - 1);
  const last = others.length === 0 ? first : say("request.andMore", { first, count: others.length });
  return [...all.slice(0, max - 1), ...(first === "" ? [] : [last])];
}

/** What a request asks for, in a line. */
export function askedFor(operations: readonly RequestOperation[] | undefined, say: Say): string {
  return askedLines(operations, 1, say).join("");
}
