/** Returns the circles of a graph: groups of nodes each of which leads to every other, with their nodes in order. */
export function circlesOf(edges: readonly (readonly [from: string, to: string])[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  const found: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const closed = new Set<string>();

  // Tarjan: a node that reaches none before itself closes the group of all nodes opened since.
  function visit(node: string): number {
    const number = order.size;
    order.set(node, number);
    open.push(node);
    let low = number;
    for (const other of next.get(node) ?? []) {
      if (closed.has(other)) continue;
      low = Math.min(low, order.has(other) ? (lowest.get(other) ?? order.get(other) ?? 0) : visit(other));
    }
    lowest.set(node, low);
    if (low === number) {
      const group = open.splice(open.indexOf(node));
      for (const one of group) closed.add(one);
      if (group.length > 1 || next.get(node)?.has(node)) found.push(group.toSorted());
    }
    return low;
  }

  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return found;
}
