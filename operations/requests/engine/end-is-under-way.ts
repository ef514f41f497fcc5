import { definitionOf } from "#domain/requests/operation-codes.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { endUnderWay } from "../../kernel/rows/end-under-way.ts";

/**
 * Returns true while the same access that an operation gives is being taken away because its time is over: the target system would have the
 * last word of two operations side by side, and nobody knows which it was. Locks the grants, so that no end begins meanwhile.
 */
export async function endIsUnderWay(
  { store }: Pick<CallContext, "store">,
  operation: Row<"requestOperations"> | undefined,
): Promise<boolean> {
  if (operation === undefined) return false;
  const { code, accountKey, groupKey } = operation;
  const { gives } = definitionOf(code);
  if (gives === undefined || accountKey === null) return false;
  const grants = await store.select("grants", {
    where: { kind: gives, accountKey, groupKey, endedAt: null },
    orderBy: [["key", "asc"]],
    forUpdate: true,
  });
  return (await endUnderWay({ store }, grants)) !== undefined;
}
