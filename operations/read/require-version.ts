import { ServiceError } from "#domain/errors.ts";
import { sourceOf } from "#store/query/sources.ts";
import { tables, type TableName } from "#store/tables.ts";

import type { ServiceContext } from "../context.ts";

/** A row and the versions at which it may be. */
export interface RequiredVersion {
  /** Its source. */
  readonly source: string;
  /** The column that holds its key. */
  readonly column: string;
  readonly key: string;
  readonly versions: readonly number[];
}

/**
 * The condition that a row is at one of these versions when the transaction begins; the row stays locked until its end.
 * @throws VERSION_MISMATCH
 * @throws NOT_SUPPORTED where the key is unique only below another row
 */
export function requireVersion({
  source,
  column,
  key,
  versions,
}: RequiredVersion): NonNullable<ServiceContext["precondition"]> {
  return async ({ store }) => {
    const { table, key: primaryKey } = sourceOf(source);
    if (column !== primaryKey) {
      throw new ServiceError("NOT_SUPPORTED", {
        message: "If-Match is not supported here. Leave it out.",
        target: "If-Match",
      });
    }
    const row = isTable(table) ? await store.lock(table, key) : undefined;
    if (row === undefined || !versions.includes(row.version)) throw new ServiceError("VERSION_MISMATCH");
  };
}

// A row that is put together from others has no version of its own.
function isTable(name: string): name is TableName {
  return Object.hasOwn(tables, name);
}
