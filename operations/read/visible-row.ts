import { ServiceError } from "#domain/errors.ts";
import { allOf, eq, isAlways, never } from "#domain/query/condition.ts";
import { primaryKeyOf } from "#store/rows.ts";
import type { Row, TableName } from "#store/tables.ts";

import type { CallContext } from "../context.ts";

/**
 * The row of a key where the caller may see it under a policy that was checked by rows. One that the caller may not see is
 * refused like one that does not exist, so that keys cannot be probed; only who may see every row is told that it is missing.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function visibleRow<T extends TableName>(
  context: CallContext,
  wanted: { readonly table: T; readonly policy: string; readonly key: string },
): Promise<Row<T>> {
  const visible = context.visible.get(wanted.policy) ?? never;
  const where = allOf(eq(primaryKeyOf(wanted.table), wanted.key), visible);
  const [row] = await context.store.select(wanted.table, { where, limit: 1 });
  if (row) return row;
  if (isAlways(visible)) throw new ServiceError("NOT_FOUND", { target: `${wanted.table}('${wanted.key}')` });
  throw new ServiceError("FORBIDDEN", { target: wanted.policy });
}
