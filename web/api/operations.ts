import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../session/active-person.ts";
import { read } from "./call.ts";
import type { Operation } from "./model.ts";
import { address, type Page } from "./odata.ts";

const liveMs = 1_000;

/** The operations that a call has begun, asked again until all have ended. */
export function operationsOfQuery(requestKey: string) {
  const options = { filter: `requestKey eq ${requestKey} and code ne 'ALLOF'`, orderby: "createdAt,key", top: 100 };
  return queryOptions({
    queryKey: ["/v2/operations", requestKey],
    queryFn: ({ signal }) => read<Page<Operation>>(address("/v2/operations", options), signal),
    refetchInterval: ({ state }) => (haveEnded(state.data) ? false : whileSomebodyLooks(liveMs)()),
  });
}

/** Whether all of them have ended. */
export function haveEnded(operations: Page<Operation> | undefined): boolean {
  return operations !== undefined && operations.value.every(({ finishedAt }) => finishedAt !== null);
}
