import type { SqlRow } from "./sql/sql.ts";
import type { TableName } from "./tables.ts";
import { transactionScope } from "./transaction-scope.ts";

const rows = () => {
  const scope = transactionScope.getStore();
  return scope?.isOpen ? scope.lockedRows : undefined;
};
const nameOf = (table: TableName, key: string) => `${table}\n${key}`;

/**
 * Rows that the current transaction holds locked, because it has written them or read them for update, in their current state. No other
 * transaction can change them before its end, which saves a round trip to a database server. Outside of a transaction there are none.
 */
export const lockedRows = {
  get: (table: TableName, key: string): SqlRow | undefined => rows()?.get(nameOf(table, key)),
  put: (table: TableName, key: string, row: SqlRow) => void rows()?.set(nameOf(table, key), row),
  forget: (table: TableName, key: string) => void rows()?.delete(nameOf(table, key)),
  /** Clears all of them, because a statement over a set may have changed them. */
  clear: () => rows()?.clear(),
};
