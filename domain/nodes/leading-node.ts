import type { NodeState } from "../node-states.ts";

/** Facts by which nodes take their order. */
interface OrderedNode {
  readonly id: string;
  readonly registeredAt: number;
  readonly state: NodeState;
}

/**
 * Returns the name of the node that does what belongs to no node: of those that are active the one that has been here longest. It follows
 * from rows that all nodes have, so they agree without asking each other; undefined if none is active.
 */
export function leadingNode(nodes: readonly OrderedNode[]): string | undefined {
  const [first] = nodes.filter(({ state }) => state === "active").toSorted(byAge);
  return first?.id;
}

function byAge(one: OrderedNode, other: OrderedNode): number {
  if (one.registeredAt !== other.registeredAt) return one.registeredAt - other.registeredAt;
  return one.id < other.id ? -1 : 1;
}
