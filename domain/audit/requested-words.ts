import { auditNameMaxCharacters } from "../audit-limits.ts";
import { oneLine } from "../one-line.ts";
import { definitionOf, type OperationCode } from "../requests/operation-codes.ts";

/** An operation of a request, with its names at the time of the submission. */
export interface RequestedOperation {
  readonly code: OperationCode;
  /** Position in the request. */
  readonly sequence: number;
  readonly groupName: string | null;
  readonly groupKey: string | null;
  readonly accountName: string | null;
  readonly accountKey: string | null;
  readonly targetSystemName: string | null;
  readonly targetSystemKey: string | null;
  readonly roleKey: string | null;
}

/** Returns the words of the audit for operations, one after the other in the order of the request; null if there are none. */
export function requestedWords(operations: readonly RequestedOperation[]): string | null {
  const ordered = operations.toSorted((one, other) => one.sequence - other.sequence);
  return ordered.length === 0 ? null : ordered.map(wordsOf).join("; ");
}

/**
 * Returns the words for one operation. Names stand in quotes, so that none passes for a word of our own; an object without a name is shown
 * by its key.
 */
function wordsOf(operation: RequestedOperation): string {
  const { code, targetSystemKey, targetSystemName } = operation;
  const objects = (["group", "account"] as const).flatMap((kind) => {
    const { [`${kind}Name` as const]: name, [`${kind}Key` as const]: key } = operation;
    if (name !== null) return [`${kind} ${quoted(name)}`];
    return key === null ? [] : [`${kind} ${key}`];
  });
  const target = targetSystemName === null ? [] : [quoted(targetSystemName)];
  const words = [definitionOf(code).title, ...objects].join(", ");
  if (targetSystemKey === null) return operation.roleKey === null ? words : `${words}, role ${operation.roleKey}`;
  return `${words}, on ${[targetSystemKey, ...target].join(" ")}`;
}

function quoted(name: string): string {
  return `"${oneLine(name, auditNameMaxCharacters).replaceAll('"', '""')}"`;
}
