import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import type { Analysis } from "./model.ts";
import { address } from "./odata.ts";
import { withActions } from "./offered.ts";
import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** Path of the set of analyses. */
export const analysesPath = pathOf("analyses");

const followedMs = 1_000;

/** Returns true if an analysis no longer changes. */
export function isOver({ state }: Analysis): boolean {
  return state !== "queued" && state !== "running";
}

/** Returns the query for an analysis, polled until its end. */
export function analysisQuery(key: string) {
  return queryOptions({
    queryKey: [analysesPath, key],
    queryFn: ({ signal }) =>
      read(address(pathOf("analyses()", key), { select: withActions(["stop", "compare"]) }), signal),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || isOver(data) ? false : whileSomebodyLooks(followedMs)(),
  });
}
