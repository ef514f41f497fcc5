import type { SqlRow } from "./database.ts";
import type { TableName } from "./tables.ts";
import { transactionScope } from "./transaction-scope.ts";

/**
 * The rows that the current transaction holds locked, because it has written them or read them for update, as they are now: nobody
 * else can change them before its end. Outside of a transaction there are none.
 */
export interface HeldRows {
  get(table: TableName, key: string): SqlRow | undefined;
  put(table: TableName, key: string, row: SqlRow): void;
  forget(table: TableName, key: string): void;
  /** Forgets all rows of the current transaction, because a statement over a set may have changed them. */
  clear(): void;
}

/** Makes the memory: it saves a way to a database server where a transaction comes back to a row. */
export function createHeldRows(): HeldRows {
  const byTransaction = new WeakMap<object, Map<string, SqlRow>>();
  const rows = (): Map<string, SqlRow> | undefined => {
    const scope = transactionScope.getStore();
    if (!scope?.open) return undefined;
    const known = byTransaction.get(scope) ?? new Map<string, SqlRow>();
    byTransaction.set(scope, known);
    return known;
  };
  const nameOf = (table: TableName, key: string) => `${table}\n${key}`;
  return {
    get: (table, key) => rows()?.get(nameOf(table, key)),
    put: (table, key, row) => void rows()?.set(nameOf(table, key), row),
    forget: (table, key) => void rows()?.delete(nameOf(table, key)),
    clear: () => rows()?.clear(),
  };
}
