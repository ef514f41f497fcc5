import { ServiceError } from "#domain/errors.ts";
import type { Row, TableName } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { visibleRow } from "./visible-row.ts";

/** Rows below those of a set. */
export interface ChildRows<T extends TableName, C extends string = string> {
  readonly table: T;
  /** Name of the set, then that of the rows below one of its rows. */
  readonly path: `${TableName}/${string}`;
  /** Column, and field of an input, that holds the key of the parent row. */
  readonly column: C & keyof Row<T>;
}

/**
 * Returns the row of a key below another one, locked until the transaction ends; the parent row is checked first, by its policy.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function childRow<T extends TableName, C extends string>(
  context: CallContext,
  { table, path, column }: ChildRows<T, C>,
  given: { readonly key: string } & Readonly<Record<C, string>>,
): Promise<Row<T>> {
  const { key, [column]: parentKey } = given;
  await visibleRow(context, { table: path.split("/", 1)[0] as TableName, key: parentKey });
  const row = await context.store.lock(table, key);
  if (row?.[column] === parentKey) return row;
  throw new ServiceError("NOT_FOUND", { target: `${table}('${key}')` });
}
