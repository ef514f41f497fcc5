/**
 * Version of the schema of the oldest release with which nodes of this one replicate: that of the minor version before. Up to it, later
 * migrations only add. It is the first one at which nodes replicate.
 */
export const oldestNeighbour = 185;

/**
 * Returns true if nodes of two versions of the schema replicate. The newer one decides, because it alone knows both: a node answers whoever
 * is newer, and that one refuses it where it is too old.
 */
export function areNeighbours(own: number, other: number): boolean {
  return other >= Math.min(own, oldestNeighbour);
}
