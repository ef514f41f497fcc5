import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, always, eq, isAlways, never } from "#domain/query/condition.ts";
import { primaryKeyOf } from "#store/rows.ts";
import type { Row, TableName } from "#store/tables.ts";

import type { CallContext } from "../context.ts";

/** A row by its key, and the policy under which it must be visible: without one that of its set. */
export interface WantedRow<T extends TableName> {
  readonly table: T;
  readonly key: string;
  readonly policy?: string;
}

/**
 * The row of a key where the caller may see it under a policy that was checked by rows; the engine may see all. One that the
 * caller may not see is refused like one that does not exist, so that keys cannot be probed; only who may see every row is
 * told that it is missing.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function visibleRow<T extends TableName>(
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
