import { auditNameMaxCharacters } from "../audit-limits.ts";
import { oneLine } from "../one-line.ts";
import { definitionOf, type OperationCode } from "../requests/operation-codes.ts";

/** An operation of a request, with its names as they were when it was submitted. */
export interface RequestedOperation {
  readonly code: OperationCode;
  /** Its place in the request. */
  readonly sequence: number;
  readonly groupName: string | null;
  readonly groupKey: string | null;
  readonly accountName: string | null;
  readonly accountKey: string | null;
  readonly targetSystemName: string | null;
  readonly targetSystemKey: string;
}

/** Returns what operations ask for as the audit tells it, one behind the other in the order of the request; null of none. */
export function requestedWords(operations: readonly RequestedOperation[]): string | null {
  const ordered = operations.toSorted((one, other) => one.sequence - other.sequence);
  return ordered.length === 0 ? null : ordered.map(wordsOf).join("; ");
}

/** Names stand in quotes, so that none passes for a word of our own; what has no name is told by its key. */
function wordsOf(operation: RequestedOperation): string {
  const { code, targetSystemKey, targetSystemName } = operation;
  const objects = (["group", "account"] as const).flatMap((kind) => {
    const { [`${kind}Name` as const]: name, [`${kind}Key` as const]: key } = operation;
    if (name !== null) return [`${kind} ${quoted(name)}`];
    return key === null ? [] : [`${kind} ${key}`];
  });
  const target = targetSystemName === null ? [] : [quoted(targetSystemName)];
  return `${[definitionOf(code).title, ...objects].join(", ")}, on ${[targetSystemKey, ...target].join(" ")}`;
}

function quoted(name: string): string {
  return `"${oneLine(name, auditNameMaxCharacters).replaceAll('"', '""')}"`;
}
