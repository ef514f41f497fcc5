import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { address, type Page, type Path, type ReadOptions } from "./odata.ts";
import { withActions } from "./offered.ts";
import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** Path of the set of groups. */
export const groupsPath = pathOf("groups");
const refreshedEachMs = 15_000;

/** Returns the query for a group with its target system and its offered actions. */
export function groupQuery(key: string) {
  return queryOptions({
    queryKey: [groupsPath, key],
    queryFn: ({ signal }) =>
      read(
        address(pathOf("groups()", key), { select: withActions(["manage", "unmanage"]), expand: "targetSystem" }),
        signal,
      ),
    refetchInterval: whileSomebodyLooks(refreshedEachMs),
  });
}

function partQuery<Row>(key: string, path: Path<Page<Row>>, options: ReadOptions) {
  return queryOptions({
    queryKey: [groupsPath, key, path],
    queryFn: ({ signal }) => read(address(path, { ...options, count: true }), signal),
  });
}

/** Returns the query for the attributes of a group on its target system. */
export const attributesOfGroupQuery = (key: string) =>
  partQuery(key, pathOf("groups()/attributes", key), { orderby: "name,sequence", top: 500 });
/** Returns the query for the owners of a group. */
export const ownersQuery = (key: string) =>
  partQuery(key, pathOf("groups()/owners", key), { orderby: "id,key", top: 100 });
