import type { SqlValue } from "./sql/sql.ts";
import type { TableName } from "./tables.ts";
import { type OpenTransaction, transactionScope } from "./transaction-scope.ts";

/** One changed row, in the form in which the database keeps its values. */
export interface RowChange {
  readonly table: TableName;
  readonly key: string;
  readonly operation: "insert" | "update" | "remove";
  /** The changed columns as they were; of a new row nothing. */
  readonly before: Readonly<Record<string, SqlValue>>;
  /** The changed columns as they are; of a removed row nothing. */
  readonly after: Readonly<Record<string, SqlValue>>;
}

const noted = new WeakMap<OpenTransaction, RowChange[]>();

/** Remembers a change for the next audit row of the current transaction. */
export function noteChange(change: RowChange): void {
  const open = transactionScope.getStore();
  if (open === undefined) return;
  const before = noted.get(open);
  if (before) before.push(change);
  else noted.set(open, [change]);
}

/** The changes since the last audit row of the current transaction; they stay there for it. */
export function changesSoFar(): readonly RowChange[] {
  const open = transactionScope.getStore();
  return (open && noted.get(open)) ?? [];
}

/** The changes since the last audit row of the current transaction; they are given once. */
export function takeChanges(): readonly RowChange[] {
  const open = transactionScope.getStore();
  const changes = open && noted.get(open);
  if (open) noted.delete(open);
  return changes ?? [];
}
