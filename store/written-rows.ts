import type { SqlRow } from "./database.ts";
import type { TableName } from "./tables.ts";
import { transactionScope } from "./transaction-scope.ts";

const rows = () => transactionScope.getStore()?.writtenRows;
const nameOf = (table: TableName, key: string) => `${table}\n${key}`;

/**
 * The rows that the current transaction has written, as they are now: they are locked, so nobody else can have changed them. It
 * saves a way to a database server where a transaction changes a row a second time.
 */
export const writtenRows = {
  get: (table: TableName, key: string): SqlRow | undefined => rows()?.get(nameOf(table, key)),
  put: (table: TableName, key: string, row: SqlRow) => void rows()?.set(nameOf(table, key), row),
  forget: (table: TableName, key: string) => void rows()?.delete(nameOf(table, key)),
  /** Forgets all of them, because a statement over a set may have changed them. */
  clear: () => rows()?.clear(),
};
