import type { OperationCode } from "#domain/requests/operation-codes.ts";
import type { OperationResult } from "#domain/requests/operation-result.ts";
import type { RequestStatus } from "#domain/requests/request-status.ts";

import type { RequestOperation } from "../api/model.ts";
import type { Say } from "./text.ts";

/** Returns the text of a status. */
export function statusWords(status: string, say: Say): string {
  return say(`request.status.${status as RequestStatus}`);
}

/** Returns the name of an operation. */
export function operationWords(code: string, say: Say): string {
  return say(`operation.${code as OperationCode}`);
}

/** Reports whether an operation has ended, and so cannot be edited any longer. */
export function hasEnded({ result }: Pick<RequestOperation, "result">): boolean {
  const pending: OperationResult = "P";
  return result !== null && result !== pending;
}

/** Parts of an operation that its line contains. */
export type ToldOperation = Pick<RequestOperation, "code" | "targetSystemKey"> &
  Partial<Pick<RequestOperation, "accountName" | "groupName" | "aboutName">>;

/** Returns the line of an operation: its name, its target system, and the name that its account, group or role had at the request. */
export function operationLine(
  { code, targetSystemKey: target, accountName, groupName, aboutName = null }: ToldOperation,
  say: Say,
): string {
  const operation = operationWords(code, say);
  if (target === null) return aboutLine(operation, aboutName, say);
  const name = groupName ?? accountName ?? null;
  return name === null
    ? say("request.operationOn", { operation, target })
    : say("request.operationNamed", { operation, name, target });
}

/** Returns the line of an operation about a role or a rule, which has no target system. */
function aboutLine(operation: string, name: string | null, say: Say): string {
  return name === null ? operation : say("request.operationAbout", { operation, name });
}

/** Returns the operations of a request in one line, for an export. */
export function allAskedFor(operations: readonly RequestOperation[] | undefined, say: Say): string {
  return (operations ?? []).map((operation) => operationLine(operation, say)).join("; ");
}

/** Returns the operations of a request in at most `max` lines; the last one tells the number of further operations. */
export function askedLines(operations: readonly RequestOperation[] | undefined, max: number, say: Say): string[] {
  const all = [...new Set((operations ?? []).map((operation) => operationLine(operation, say)))];
  const [first = "", ...others] = all.slice(max - 1);
  const last = others.length === 0 ? first : say("request.andMore", { first, count: others.length });
  return [...all.slice(0, max - 1), ...(first === "" ? [] : [last])];
}

/** Returns the operations of a request in one line, with the number of further ones. */
export function askedFor(operations: readonly RequestOperation[] | undefined, say: Say): string {
  return askedLines(operations, 1, say).join("");
}
