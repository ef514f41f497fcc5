import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** Path of the set of nodes. */
export const nodesPath = pathOf("nodes");
/** Path of the set of conflicts between nodes. */
export const conflictsPath = pathOf("replicationConflicts");

const followedEachMs = 5_000;

/** Query for the rows that have the same ID as an older one. */
export const twinsQuery = queryOptions({
  queryKey: [nodesPath, "twins"],
  queryFn: ({ signal }) => read(pathOf("nodes/twins"), signal),
});

/** Query for the rows that nodes have differently. */
export const differencesQuery = queryOptions({
  queryKey: [nodesPath, "differences"],
  queryFn: ({ signal }) => read(pathOf("nodes/differences"), signal),
});

/** Query for the nodes as the answering one sees them. */
export const nodesStatusQuery = queryOptions({
  queryKey: [nodesPath, "status"],
  queryFn: ({ signal }) => read(pathOf("nodes/status"), signal),
  refetchInterval: whileSomebodyLooks(followedEachMs),
});
