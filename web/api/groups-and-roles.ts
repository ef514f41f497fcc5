import { queryOptions } from "@tanstack/react-query";

import { accountsOfPath } from "./catalogue.ts";
import type { Group, GroupMembership } from "./model.ts";
import { pathOf } from "./path.ts";
import { readAll } from "./read.ts";

/** A group that an account of the user belongs to. */
export interface GroupOfUser {
  readonly key: string;
  readonly account: string;
  readonly group: Pick<Group, "displayId" | "targetSystemKey">;
  readonly membership: Pick<GroupMembership, "throughGroup" | "shownByTarget">;
}

const membershipsToo = "groupMemberships($expand=group($select=key,displayId,targetSystemKey))";

/** Returns the query for the groups of all accounts of a user, sorted by their names. */
export function groupsOfQuery(userKey: string) {
  const path = accountsOfPath(userKey);
  const options = { select: "key,shortId", expand: membershipsToo, orderby: "shortId,key" };
  return queryOptions({
    queryKey: [path, "groups"],
    queryFn: async ({ signal }): Promise<readonly GroupOfUser[]> => {
      const accounts = await readAll(path, options, signal);
      const groups = accounts.flatMap(({ shortId, groupMemberships = [] }) =>
        groupMemberships.flatMap(({ key, group, throughGroup, shownByTarget }) =>
          group === null || group === undefined
            ? []
            : [{ key, account: shortId, group, membership: { throughGroup, shownByTarget } }],
        ),
      );
      return groups.toSorted((a, b) => a.group.displayId.localeCompare(b.group.displayId));
    },
  });
}

/** Returns the query for the roles of a user. */
export function rolesOfQuery(userKey: string) {
  const path = pathOf("users()/roles", userKey);
  return queryOptions({
    queryKey: [path, "all"],
    queryFn: ({ signal }) => readAll(path, { orderby: "id,key" }, signal),
  });
}
