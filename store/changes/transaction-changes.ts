import { transactionScope } from "../transaction-scope.ts";
import type { RowChange } from "./change.ts";

/** Remembers a change for the next audit row of the current transaction. */
export function noteChange(change: RowChange): void {
  transactionScope.getStore()?.unaudited.push(change);
}

/** The changes since the last audit row of the current transaction; they stay there for it. */
export function changesSoFar(): readonly RowChange[] {
  return transactionScope.getStore()?.unaudited ?? [];
}

/** The changes since the last audit row of the current transaction; they are given once. */
export function takeChanges(): readonly RowChange[] {
  const open = transactionScope.getStore();
  const changes = changesSoFar();
  if (open) open.unaudited = [];
  return changes;
}
