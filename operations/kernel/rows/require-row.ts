import { ServiceError } from "#domain/errors.ts";
import type { Row, TableName } from "#store/tables.ts";

import type { CallContext } from "../context.ts";

/**
 * Returns the row of a call, by its key.
 * @throws NOT_FOUND
 */
export async function requireRow<T extends TableName>(
  { store }: Pick<CallContext, "store">,
  table: T,
  key: string,
): Promise<Row<T>> {
  const row = await store.get(table, key);
  if (row) return row;
  throw new ServiceError("NOT_FOUND", { target: `${table}(${key})` });
}
