import { oneOf } from "#domain/query/condition.ts";
import type { Row, TableName } from "#store/tables.ts";

import type { CallContext } from "../context.ts";

/** Rows of another table that are shown as a part of their owner. */
export interface AttachedRows<T extends TableName> {
  readonly table: T;
  /** Column that holds the owner's key. */
  readonly column: keyof Row<T> & string;
  readonly orderBy: readonly (keyof Row<T> & string)[];
}

/**
 * Reads the rows of the owners with these keys, by the owner's key, in one statement. A caller who may see an owner may see its rows: they
 * have no policy of their own.
 */
export async function attachedRows<T extends TableName>(
  { store }: Pick<CallContext, "store">,
  { table, column, orderBy }: AttachedRows<T>,
  ownerKeys: readonly string[],
): Promise<Map<string, Row<T>[]>> {
  const byOwner = new Map<string, Row<T>[]>();
  if (ownerKeys.length === 0) return byOwner;
  const rows = await store.select(table, {
    where: oneOf(column, ownerKeys),
    orderBy: orderBy.map((name) => [name, "asc"] as const),
  });
  for (const row of rows) {
    const owner = String(row[column]);
    const list = byOwner.get(owner);
    if (list === undefined) byOwner.set(owner, [row]);
    else list.push(row);
  }
  return byOwner;
}
