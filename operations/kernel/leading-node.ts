import { leadingNode } from "#domain/nodes/leading-node.ts";

import type { ServiceContext } from "./context.ts";

/**
 * Returns true if this node does what is done once in the installation and belongs to no node: schedules, the nightly order, ends of access,
 * and what people are told of rows that every node writes.
 */
export async function isLeading({ store }: Pick<ServiceContext, "store">): Promise<boolean> {
  if (!(await store.homes.isShared())) return true;
  const rows = await store.select("nodes");
  const expelled = new Set((await store.select("nodeExpulsions")).map(({ name }) => name));
  const nodes = rows.map(({ id, registeredAt, state }) => ({
    id,
    registeredAt,
    state: expelled.has(id) ? ("expelled" as const) : state,
  }));
  return leadingNode(nodes) === store.node;
}
