/** The nodes of the installation, as far as a process of one of them can tell. */
export interface Nodes {
  /** Whether a node does its work as far as is known; the own one does. */
  isAvailable(id: string): boolean;
}

/** An installation in which this node is the only one that does anything. */
export const singleNode = (own: string): Nodes => ({ isAvailable: (id) => id === own });
