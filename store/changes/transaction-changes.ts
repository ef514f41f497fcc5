import type { TableName } from "../tables.ts";
import { transactionScope } from "../transaction-scope.ts";
import type { RowChange } from "./change.ts";

/** The tables whose changes may let somebody reach a secret: people are told of them, whichever operation has made them. */
const watchedTables: ReadonlySet<string> = new Set<TableName>(["checkoutRights", "userClassMembers", "users"]);

/** Remembers a change for the next audit row of the current transaction, and for those who are told of it. */
export function noteChange(change: RowChange): void {
  const open = transactionScope.getStore();
  open?.unaudited.push(change);
  if (watchedTables.has(change.table)) open?.watched.push(change);
}

/** The changes of the current transaction by which somebody may reach a secret; they are given once. */
export function takeWatched(): readonly RowChange[] {
  const open = transactionScope.getStore();
  if (open === undefined || open.watched.length === 0) return [];
  const { watched } = open;
  open.watched = [];
  return watched;
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
