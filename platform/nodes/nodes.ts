/** User or account of which a node is asked whether its password may be reset. */
export interface ResetSubject {
  readonly userKey: string | null;
  readonly accountKey: string | null;
}

/** Nodes of the installation, as far as a process of one of them can tell. */
export interface Nodes {
  /** Returns true if a node works as far as is known; the own node does. */
  isAvailable(id: string): boolean;
  /**
   * Asks another node whether a block of password resets holds for one of the subjects. Undefined if the node gives no answer. Not inside a
   * transaction.
   */
  blocksReset(id: string, subjects: readonly ResetSubject[]): Promise<boolean | undefined>;
}

/** Makes an installation in which this node is the only one that works, so that no other one answers. */
export const singleNode = (own: string): Nodes => ({
  isAvailable: (id) => id === own,
  blocksReset: async () => undefined,
});
