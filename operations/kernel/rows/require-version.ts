import { ServiceError } from "#domain/errors.ts";
import { allOf, eq } from "#domain/query/condition.ts";
import { relationOf, sourceOf } from "#store/query/sources.ts";
import { unitedParts } from "#store/query/united-rows.ts";
import { primaryKeyOf } from "#store/rows.ts";
import { isTable, type ViewName } from "#store/tables.ts";

import type { ServiceContext } from "../context.ts";

type Services = Pick<ServiceContext, "store" | "settings" | "log" | "tables">;
type AnyRow = Readonly<Record<string, unknown>>;

/** A row, and the condition on it. */
export interface RequiredVersion {
  /** Name of its source. */
  readonly source: string;
  /** Column that holds its key. */
  readonly column: string;
  readonly key: string;
  /** Parent row, if the key is unique only below it; null if there is none. */
  readonly parent: { readonly source: string; readonly relation: string; readonly key: string } | null;
  /** Reports whether the row is unchanged since the caller read it. */
  isWanted(services: Services, row: AnyRow): Promise<boolean>;
}

/**
 * Returns the precondition that a row is unchanged since the caller read it; the row is locked until the transaction ends.
 * @throws VERSION_MISMATCH
 */
export function requireVersion(required: RequiredVersion): NonNullable<ServiceContext["precondition"]> {
  return async (services) => {
    const row = await lockedRowOf(services, required);
    if (row === undefined || !(await required.isWanted(services, row))) throw new ServiceError("VERSION_MISMATCH");
  };
}

async function lockedRowOf({ store }: Services, required: RequiredVersion): Promise<AnyRow | undefined> {
  const { source, column, key, parent } = required;
  const { table, key: primaryKey } = sourceOf(source);
  if (!isTable(table)) return unitedRowOf({ store }, table, key);
  if (column === primaryKey) return store.lock(table, key);
  if (parent === null) throw new RangeError(`the key '${column}' of ${source} is unique only below another row`);
  const { to } = relationOf(sourceOf(parent.source), parent.relation);
  const [found] = await store.select(table, {
    where: allOf(eq(column, key), eq(to, parent.key)),
    limit: 1,
  });
  return found && store.lock(table, String((found as AnyRow)[primaryKey]));
}

/** Returns a row that is put together from one of several tables, with the row of that table locked; others have no version of their own. */
async function unitedRowOf(
  { store }: Pick<Services, "store">,
  view: ViewName,
  key: string,
): Promise<AnyRow | undefined> {
  const parts = unitedParts(view);
  if (parts === undefined) return undefined;
  for (const { table } of parts) await store.lock(table, key);
  const [row] = await store.select(view, { where: eq(primaryKeyOf(view), key), limit: 1 });
  return row;
}
