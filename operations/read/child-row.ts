import { ServiceError } from "#domain/errors.ts";
import type { Row, TableName } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { visibleRow } from "./visible-row.ts";

/** A row that is to be changed, below another one that the caller must see. */
export interface ChildRow<T extends TableName> {
  readonly table: T;
  readonly key: string;
  /** The column that refers to the row above. */
  readonly column: keyof Row<T> & string;
  readonly parent: { readonly table: TableName; readonly policy: string; readonly key: string };
}

/**
 * The row of a key below another one, locked until the transaction ends; the row above is checked first, by its policy.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function childRow<T extends TableName>(
  context: CallContext,
  { table, key, column, parent }: ChildRow<T>,
): Promise<Row<T>> {
  await visibleRow(context, parent);
  const row = await context.store.lock(table, key);
  if (row?.[column] === parent.key) return row;
  throw new ServiceError("NOT_FOUND", { target: `${table}('${key}')` });
}
