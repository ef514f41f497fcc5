/** Sequences up to which changes are known, by their origin; what is known of an origin has no holes. */
export type Vector = Readonly<Record<string, number>>;

/** Place of a change among those of its origin. */
export interface OriginPlace {
  readonly origin: string;
  /** Number of the change, from 1 without holes. */
  readonly seq: number;
}

const separator = ":";

/**
 * Returns the origin of the changes of a node since it was last restored, cloned or joined. Its incarnation rises at each of these, before
 * the first write, so that no sequence is given twice.
 */
export function originOf(node: string, incarnation: number): string {
  return `${node}${separator}${incarnation}`;
}

/** Returns the node of an origin. */
export function nodeOfOrigin(origin: string): string {
  return origin.slice(0, origin.lastIndexOf(separator));
}

/** Returns the sequence up to which an origin is known; 0 if nothing of it is. */
export function knownUpTo(vector: Vector, origin: string): number {
  return vector[origin] ?? 0;
}

/** Returns the relation of a change to what is known: already known, the next one, or one behind a hole. */
export function placeIn(vector: Vector, { origin, seq }: OriginPlace): "known" | "next" | "hole" {
  const known = knownUpTo(vector, origin);
  if (seq <= known) return "known";
  return seq === known + 1 ? "next" : "hole";
}

/** Returns true if everything that one vector knows is known to another. */
export function covers(vector: Vector, other: Vector): boolean {
  return Object.entries(other).every(([origin, seq]) => knownUpTo(vector, origin) >= seq);
}
