/** What of a policy says which node changes the passwords of its accounts. */
export interface NodeOfPolicy {
  readonly managedByNode: string;
}

/** What is known of the nodes when it is decided which of them changes passwords (setting IDARCHIVE_RANDOMIZE_LOCAL_FALLBACK). */
export interface NodesAtHand {
  readonly own: string;
  /** Whether a node does its work as far as is known. */
  isAvailable(id: string): boolean;
  /** Whether this node stands in for one that is not available, unasked. */
  readonly fallsBack: boolean;
}

/** Whether this node changes and verifies passwords under a policy by itself: it manages them, or stands in for the node that does. */
export function actsByItself(policy: NodeOfPolicy, nodes: NodesAtHand): boolean {
  return policy.managedByNode === nodes.own || (nodes.fallsBack && mayBeAskedHere(policy, nodes));
}

/** Whether people may have it done by this node: not while another one manages the policy and is there to do it. */
export function mayBeAskedHere({ managedByNode }: NodeOfPolicy, { own, isAvailable }: NodesAtHand): boolean {
  return managedByNode === own || !isAvailable(managedByNode);
}
