import { queryOptions } from "@tanstack/react-query";

import { isTogether, togetherCode } from "#domain/requests/named-codes.ts";

import { whileSomebodyLooks } from "../base/active-person.ts";
import type { Operation } from "./model.ts";
import { address } from "./odata.ts";
import { pathOf } from "./path.ts";
import { read, readAll } from "./read.ts";

const followedEachMs = 1_000;

/** Path of the set of operations on target systems. */
export const operationsPath = pathOf("operations");

/** Returns the query for an operation, polled until its end; it reads nothing without a key. */
export function operationQuery(key: string | undefined) {
  return queryOptions({
    queryKey: [operationsPath, key],
    queryFn: ({ signal }) => read(pathOf("operations()", key ?? ""), signal),
    enabled: key !== undefined,
    refetchInterval: ({ state }) => (hasEnded(state.data) ? false : whileSomebodyLooks(followedEachMs)()),
  });
}

/** Returns the query for the first objects that a discovery has added, changed and removed, read again in each phase. */
export function discoveredObjectsQuery({ key, discovery }: Operation) {
  const phase = discovery?.phase;
  return queryOptions({
    queryKey: [operationsPath, key, "objects", phase],
    queryFn: async ({ signal }) => {
      const path = address(pathOf("operations()", key), { select: "discoveredObjects" });
      return (await read<Pick<Operation, "discoveredObjects">>(path, signal)).discoveredObjects ?? [];
    },
    enabled: phase === "confirming" || phase === "associating" || phase === "ended",
  });
}

/** Returns the query for the operations of the same call as an operation that ends with them, without that one. */
export function togetherQuery(operation: Operation | undefined) {
  const requestKey = operation?.requestKey ?? "";
  const options = { filter: `requestKey eq ${requestKey} and code ne '${togetherCode}'` };
  return queryOptions({
    queryKey: [operationsPath, "together", requestKey],
    queryFn: ({ signal }) => readAll(operationsPath, options, signal),
    enabled: isTogether(operation?.code),
    refetchInterval: hasEnded(operation) ? false : whileSomebodyLooks(followedEachMs),
  });
}

/** Reports whether an operation has ended. */
export function hasEnded(operation: Operation | undefined): boolean {
  return operation !== undefined && operation.finishedAt !== null;
}

/** Reports whether an operation that was started has not ended, as far as it has been read. */
export function isFollowed(key: string | undefined, operation: Operation | null | undefined): boolean {
  return key !== undefined && !hasEnded(operation ?? undefined);
}
