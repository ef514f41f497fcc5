import { allOf, eq, oneOf } from "#domain/query/condition.ts";

import type { CallContext } from "../../kernel/context.ts";

type Attached = Readonly<Record<string, unknown>>;

/**
 * Adds the type of groups: that of the option `networkResourcePlatform` of their target system, or the target system's own if it sets none;
 * null for groups that are not managed. It takes two statements for all.
 */
export async function attachNetworkResourcePlatform<R extends Attached>(
  { store }: Pick<CallContext, "store">,
  rows: readonly R[],
): Promise<readonly (R & Attached)[]> {
  const managed = rows.filter((row) => isManaged(row));
  const ids = [...new Set(managed.map(({ targetSystemKey }) => String(targetSystemKey)))];
  const types = new Map<unknown, string>();
  if (ids.length > 0) {
    for (const { id, type } of await store.select("targetSystems", { where: oneOf("id", ids) }))
      if (type !== null) types.set(id, type);
    const set = await store.select("targetSystemOptions", {
      where: allOf(oneOf("targetSystemId", ids), eq("name", "networkResourcePlatform")),
    });
    for (const { targetSystemId, value } of set) if (typeof value === "string") types.set(targetSystemId, value);
  }
  return rows.map((row) => ({
    ...row,
    networkResourcePlatform: isManaged(row) ? (types.get(row["targetSystemKey"]) ?? null) : null,
  }));
}

function isManaged(row: Attached): boolean {
  return row["managed"] === true;
}
