import type { TableName } from "../tables.ts";
import { transactionScope } from "../transaction-scope.ts";
import type { RowChange } from "./change.ts";

/** Tables whose changes may give someone access to a secret; people are notified of them, whichever operation makes them. */
const watchedTables: ReadonlySet<string> = new Set<TableName>(["checkoutRights", "userClassMembers", "users"]);

/** Records a change for the next audit row of the current transaction, and for the notification of people. */
export function noteChange(change: RowChange): void {
  const open = transactionScope.getStore();
  open?.unaudited.push(change);
  if (watchedTables.has(change.table)) open?.watched.push(change);
}

/** Returns the changes of the current transaction that may give someone access to a secret, and clears them. */
export function takeWatched(): readonly RowChange[] {
  const open = transactionScope.getStore();
  if (open === undefined || open.watched.length === 0) return [];
  const { watched } = open;
  open.watched = [];
  return watched;
}

/** Returns the changes since the last audit row of the current transaction, without clearing them. */
export function changesSoFar(): readonly RowChange[] {
  return transactionScope.getStore()?.unaudited ?? [];
}

/** Returns the changes since the last audit row of the current transaction, and clears them. */
export function takeChanges(): readonly RowChange[] {
  const open = transactionScope.getStore();
  const changes = changesSoFar();
  if (open) open.unaudited = [];
  return changes;
}
