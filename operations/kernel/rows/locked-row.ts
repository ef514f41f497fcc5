import type { Row, TableName } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { visibleRow, type WantedRow } from "./visible-row.ts";

/**
 * Returns the row of a key for a change, locked until the transaction ends, if the caller may see it under a policy checked by rows.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function lockedRow<T extends TableName>(context: CallContext, wanted: WantedRow<T>): Promise<Row<T>> {
  await context.store.lock(wanted.table, wanted.key);
  return visibleRow(context, wanted);
}
