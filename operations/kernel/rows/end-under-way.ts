import { isFinalResult } from "#domain/requests/operation-result.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";

/** Returns an operation that ends one of some grants and has not ended itself; undefined if there is none. */
export async function endUnderWay(
  { store }: Pick<CallContext, "store">,
  grants: readonly Row<"grants">[],
): Promise<Row<"requestOperations"> | undefined> {
  for (const { endOperationKey } of grants) {
    const ending = endOperationKey === null ? undefined : await store.get("requestOperations", endOperationKey);
    if (ending !== undefined && !isFinalResult(ending.result)) return ending;
  }
  return undefined;
}
