import { afterRequest, isSameManagement } from "#domain/discovery/managed-groups.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";

type Stored = Pick<ServiceContext, "store">;

/**
 * Records on the groups of a new request that a request names them, so that they stay managed when the groups that the option
 * automaticallyDiscoverResourcesToLoad took are given back.
 */
export async function noteRequestedGroups({ store }: Stored, groups: Iterable<Row<"groups">>): Promise<void> {
  for (const { key, ...before } of groups) {
    if (isSameManagement(before, afterRequest(before))) continue;
    const group = await store.lock("groups", key);
    if (group) await store.save("groups", { key, managedBy: afterRequest(group).managedBy });
  }
}

/**
 * Finds a group of an operation that has not begun and needs its groups to be managed, although the group is no longer managed; undefined if
 * there is none.
 */
export async function groupNoLongerManaged(
  { store }: Stored,
  operation: Pick<Row<"requestOperations">, "needsManaged" | "groupKey" | "memberships">,
): Promise<Row<"groups"> | undefined> {
  if (!operation.needsManaged) return undefined;
  const written = (operation.memberships?.changes ?? []).map(({ groupKey }) => groupKey);
  const keys = [...new Set([...(operation.groupKey === null ? [] : [operation.groupKey]), ...written])];
  const [group] = await store.select("groups", { where: allOf(oneOf("key", keys), eq("managed", false)), limit: 1 });
  return group;
}
