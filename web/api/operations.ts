import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { read } from "./call.ts";
import type { Operation } from "./model.ts";
import { address, entity } from "./odata.ts";
import { readAll } from "./read-all.ts";

const followedEachMs = 1_000;
/** The operation that ends with the last of those that one call has asked for. */
const togetherCode = "ALLOF";

/** The set of operations on target systems. */
export const operationsPath = "/v2/operations";

/** An operation, followed until its end; without a key there is none. */
export function operationQuery(key: string | undefined) {
  return queryOptions({
    queryKey: [operationsPath, key],
    queryFn: ({ signal }) => read<Operation>(entity(operationsPath, key ?? ""), signal),
    enabled: key !== undefined,
    refetchInterval: ({ state }) => (hasEnded(state.data) ? false : whileSomebodyLooks(followedEachMs)()),
  });
}

/** The first objects that a discovery has added, changed and removed, read anew with each of its phases. */
export function discoveredObjectsQuery({ key, discovery }: Operation) {
  const phase = discovery?.phase;
  return queryOptions({
    queryKey: [operationsPath, key, "objects", phase],
    queryFn: async ({ signal }) => {
      const path = address(entity(operationsPath, key), { select: "discoveredObjects" });
      return (await read<Pick<Operation, "discoveredObjects">>(path, signal)).discoveredObjects ?? [];
    },
    enabled: phase === "confirming" || phase === "associating" || phase === "ended",
  });
}

/** The operations that one call has asked for beside the one by which it is followed. */
export function togetherQuery(operation: Operation | undefined) {
  const requestKey = operation?.requestKey ?? "";
  const options = { filter: `requestKey eq ${requestKey} and code ne '${togetherCode}'` };
  return queryOptions({
    queryKey: [operationsPath, "together", requestKey],
    queryFn: ({ signal }) => readAll<Operation>(operationsPath, options, signal),
    enabled: operation?.code === togetherCode,
    refetchInterval: hasEnded(operation) ? false : whileSomebodyLooks(followedEachMs),
  });
}

/** Whether an operation has come to its end. */
export function hasEnded(operation: Operation | undefined): boolean {
  return operation !== undefined && operation.finishedAt !== null;
}

/** Whether an operation that was begun has not ended yet, as far as it has been read. */
export function isFollowed(key: string | undefined, operation: Operation | null | undefined): boolean {
  return key !== undefined && !hasEnded(operation ?? undefined);
}
