import { queryOptions } from "@tanstack/react-query";

import type { RequestBatch } from "./model.ts";
import { address, literal } from "./odata.ts";
import { pathOf } from "./path.ts";
import { read, readAll } from "./read.ts";

const followedMs = 2_000;

/** Path of the set of templates. */
export const templatesPath = pathOf("templates");
/** Path of the set of batches of requests. */
export const batchesPath = pathOf("requestBatches");

/** Returns the query for a template. */
export function templateQuery(key: string) {
  return queryOptions({
    queryKey: [templatesPath, key],
    queryFn: ({ signal }) => read(pathOf("templates()", key), signal),
  });
}

/** Returns the query for a batch of requests, polled until a request is submitted or refused for each recipient. */
export function batchQuery(key: string) {
  return queryOptions({
    queryKey: [batchesPath, key],
    queryFn: ({ signal }) => read(address(pathOf("requestBatches()", key), { expand: "requester" }), signal),
    refetchInterval: ({ state }) => (isComplete(state.data) ? false : followedMs),
  });
}

/** Reports whether a request was submitted or refused for each recipient of a batch. */
export function isComplete(batch: Pick<RequestBatch, "finishedAt"> | undefined): boolean {
  return batch !== undefined && batch.finishedAt !== null;
}

/** Returns the query for the managed groups of a target system, to select from. */
export function groupNamesQuery(targetSystemKey: string) {
  const filter = `resourceType eq 'managedGroup' and targetSystemKey eq ${literal(targetSystemKey)}`;
  return queryOptions({
    queryKey: [pathOf("catalogueItems"), "groups", targetSystemKey],
    queryFn: ({ signal }) =>
      readAll(pathOf("catalogueItems"), { filter, orderby: "name", select: "key,name,description" }, signal),
    enabled: targetSystemKey !== "",
  });
}
