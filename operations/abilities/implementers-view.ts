import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import type { ImplementedResource } from "#domain/requests/implemented.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";

/** Returns the implementers of resources of a type, by resource key; one statement for all. */
export async function implementerViews(
  { store }: Pick<CallContext, "store">,
  resourceType: ImplementedResource["resourceType"],
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly Row<"implementers">[]>> {
  if (keys.length === 0) return new Map();
  const where = allOf(eq("resourceType", resourceType), oneOf("resourceKey", keys));
  const rows = await store.select("implementers", {
    where,
    orderBy: [
      ["userClass", "asc"],
      ["userKey", "asc"],
      ["key", "asc"],
    ],
  });
  return Map.groupBy(rows, ({ resourceKey }) => resourceKey);
}
