import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, always, eq, isAlways, never } from "#domain/query/condition.ts";
import { primaryKeyOf } from "#store/rows.ts";
import type { Row, TableName, ViewName } from "#store/tables.ts";

import type { CallContext } from "../context.ts";

/** Key of a row, and the policy under which it must be visible; by default that of its set. */
export interface WantedRow<T extends TableName | ViewName> {
  readonly table: T;
  readonly key: string;
  readonly policy?: string;
}

/**
 * Returns the row of a key if the caller may see it under a policy checked by rows; the engine may see all. A row that the caller may not
 * see is refused like a missing one, so that keys cannot be probed. Only a caller who may see every row learns that it is missing.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function visibleRow<T extends TableName | ViewName>(
  context: CallContext,
  { table, key, policy = policyOf.get(table) }: WantedRow<T>,
): Promise<Row<T>> {
  const visible = context.caller.kind === "engine" ? always : (context.visible.get(policy) ?? never);
  const where = allOf(eq(primaryKeyOf(table), key), visible);
  const [row] = await context.store.select(table, { where, limit: 1 });
  if (row) {
    context.seen?.push({ table, key, policy });
    return row;
  }
  if (isAlways(visible)) throw new ServiceError("NOT_FOUND", { target: `${table}('${key}')` });
  throw new ServiceError("FORBIDDEN", { target: policy });
}
