/** Fields of a policy that say which node changes the passwords of its accounts. */
export interface NodeOfPolicy {
  readonly managedByNode: string;
}

/** Facts about the nodes that decide which of them changes passwords (setting IDARCHIVE_RANDOMIZE_LOCAL_FALLBACK). */
export interface NodesAtHand {
  readonly own: string;
  /** Returns true if a node does its work, as far as is known. */
  isAvailable(id: string): boolean;
  /** True if this node stands in, unasked, for one that is not available. */
  readonly fallsBack: boolean;
}

/**
 * Returns true if this node changes and verifies passwords under a policy by itself: it manages them, or stands in for the node that
 * does.
 */
export function actsByItself(policy: NodeOfPolicy, nodes: NodesAtHand): boolean {
  return policy.managedByNode === nodes.own || (nodes.fallsBack && mayBeAskedHere(policy, nodes));
}

/** Returns true if people may request that from this node: it manages the policy, or the node that does is not available. */
export function mayBeAskedHere({ managedByNode }: NodeOfPolicy, { own, isAvailable }: NodesAtHand): boolean {
  return managedByNode === own || !isAvailable(managedByNode);
}
