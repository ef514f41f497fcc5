import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../session/active-person.ts";
import { read } from "./call.ts";
import type { Operation } from "./model.ts";
import { address, entity, type Page } from "./odata.ts";

const followedEachMs = 1_000;
/** The operation that ends with the last of those that one call has asked for. */
const togetherCode = "ALLOF";

/** The set of operations on target systems. */
const operationsPath = "/v2/operations";

/** An operation, followed until its end. */
export function operationQuery(key: string) {
  return queryOptions({
    queryKey: [operationsPath, key],
    queryFn: ({ signal }) => read<Operation>(entity(operationsPath, key), signal),
    refetchInterval: ({ state }) => (hasEnded(state.data) ? false : whileSomebodyLooks(followedEachMs)()),
  });
}

/** The operations that one call has asked for beside the one by which it is followed. */
export function togetherQuery(operation: Operation | undefined) {
  const requestKey = operation?.requestKey ?? "";
  const options = { filter: `requestKey eq ${requestKey} and code ne '${togetherCode}'`, top: 100 };
  return queryOptions({
    queryKey: [operationsPath, "together", requestKey],
    queryFn: ({ signal }) => read<Page<Operation>>(address(operationsPath, options), signal),
    enabled: operation?.code === togetherCode,
    refetchInterval: hasEnded(operation) ? false : whileSomebodyLooks(followedEachMs),
  });
}

/** Whether an operation has come to its end. */
export function hasEnded(operation: Operation | undefined): boolean {
  return operation !== undefined && operation.finishedAt !== null;
}

/** The operations that a call has begun, asked again until all have ended. */
export function operationsOfQuery(requestKey: string) {
  const options = {
    filter: `requestKey eq ${requestKey} and code ne '${togetherCode}'`,
    orderby: "createdAt,key",
    top: 100,
  };
  return queryOptions({
    queryKey: [operationsPath, requestKey],
    queryFn: ({ signal }) => read<Page<Operation>>(address(operationsPath, options), signal),
    refetchInterval: ({ state }) => (haveEnded(state.data) ? false : whileSomebodyLooks(followedEachMs)()),
  });
}

/** Whether all of them have ended. */
export function haveEnded(operations: Page<Operation> | undefined): boolean {
  return operations !== undefined && operations.value.every(hasEnded);
}
