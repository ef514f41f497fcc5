import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { read } from "./call.ts";
import type { Group, GroupAttribute, User } from "./model.ts";
import { address, entity, type Page, type ReadOptions } from "./odata.ts";

/** Path of the set of groups. */
export const groupsPath = "/v2/groups";
const refreshedEachMs = 15_000;

/** Returns the path of a group. */
export const groupPath = (key: string) => entity(groupsPath, key);

/** Returns the query for a group with its target system. */
export function groupQuery(key: string) {
  return queryOptions({
    queryKey: [groupsPath, key],
    queryFn: ({ signal }) => read<Group>(address(groupPath(key), { expand: "targetSystem" }), signal),
    refetchInterval: whileSomebodyLooks(refreshedEachMs),
  });
}

function partQuery<Row>(key: string, part: string, options: ReadOptions) {
  return queryOptions({
    queryKey: [groupsPath, key, part],
    queryFn: ({ signal }) => read<Page<Row>>(address(`${groupPath(key)}/${part}`, { ...options, count: true }), signal),
  });
}

/** Returns the query for the attributes of a group on its target system. */
export const attributesOfGroupQuery = (key: string) =>
  partQuery<GroupAttribute>(key, "attributes", { orderby: "name,sequence", top: 500 });
/** Returns the query for the owners of a group. */
export const ownersQuery = (key: string) => partQuery<User>(key, "owners", { orderby: "id,key", top: 100 });
/** Returns the path of the accounts in a group. */
export const membersPath = (key: string) => `${groupPath(key)}/members`;
