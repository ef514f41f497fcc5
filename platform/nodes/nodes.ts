/** Nodes of the installation, as far as a process of one of them can tell. */
export interface Nodes {
  /** Returns true if a node works as far as is known; the own node does. */
  isAvailable(id: string): boolean;
}

/** Makes an installation in which this node is the only one that works. */
export const singleNode = (own: string): Nodes => ({ isAvailable: (id) => id === own });
