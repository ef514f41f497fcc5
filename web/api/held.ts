import { queryOptions } from "@tanstack/react-query";

import { read } from "./call.ts";
import { accountsOfPath, userPath } from "./catalogue.ts";
import type { Account, Group, Role } from "./model.ts";
import { address, type Page } from "./odata.ts";

/** A group in which an account of somebody is. */
export interface HeldGroup {
  readonly key: string;
  readonly account: string;
  readonly group: Pick<Group, "displayId" | "targetSystemKey">;
}

const membershipsToo = "groupMemberships($expand=group($select=key,displayId,targetSystemKey))";

/** The groups in which the accounts of somebody are, by their names. */
export function groupsOfQuery(userKey: string) {
  const path = accountsOfPath(userKey);
  const options = { select: "key,shortId", expand: membershipsToo, orderby: "shortId,key", top: 500 };
  return queryOptions({
    queryKey: [path, "groups"],
    queryFn: async ({ signal }): Promise<Page<HeldGroup>> => {
      const { value: accounts } = await read<Page<Account>>(address(path, options), signal);
      const held = accounts.flatMap(({ shortId, groupMemberships = [] }) =>
        groupMemberships.flatMap(({ key, group }) =>
          group === null || group === undefined ? [] : [{ key, account: shortId, group }],
        ),
      );
      return { value: held.toSorted((a, b) => a.group.displayId.localeCompare(b.group.displayId)) };
    },
  });
}

/** The roles of somebody. */
export function rolesOfQuery(userKey: string) {
  const path = `${userPath(userKey)}/roles`;
  return queryOptions({
    queryKey: [path, "all"],
    queryFn: ({ signal }) => read<Page<Role>>(address(path, { orderby: "id,key", top: 500, count: true }), signal),
  });
}
