import { batchRowsMax } from "#domain/limits.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { primaryKeyOf } from "#store/rows.ts";
import type { TableName } from "#store/tables.ts";

import type { CallContext } from "./context.ts";

/** Deletes expired rows, as many as one transaction takes; returns true if there may be more. */
export async function dropRows(
  { store }: Pick<CallContext, "store">,
  table: TableName,
  where: Expression,
): Promise<boolean> {
  const rows = await store.select(table, { where, limit: batchRowsMax });
  for (const row of rows) await store.remove(table, String(row[primaryKeyOf(table) as keyof typeof row]));
  return rows.length === batchRowsMax;
}
