/** Sequences up to which changes are known, by their origin; what is known of an origin has no holes. */
export type Vector = Readonly<Record<string, number>>;

/** Place of a change among those of its origin. */
export interface OriginPlace {
  readonly origin: string;
  /** Number of the change, from 1 without holes. */
  readonly seq: number;
}

const separator = ":";

/** Lane of a change: a load of many rows travels beside the small edits, which so need not wait for it. */
export type Lane = "edits" | "load";

/** Lanes, in the order in which a node asks for them. */
export const lanes = ["edits", "load"] as const satisfies readonly Lane[];

/**
 * Returns the incarnation under which a node makes changes of a lane: since its database was last restored, cloned or joined it has one for
 * each lane. Both rise at each of these, before the first write, so that no sequence is given twice.
 */
export function incarnationOf(restoredAt: number, lane: Lane): number {
  return 2 * restoredAt + lanes.indexOf(lane);
}

/** Returns the incarnation of an origin. */
export function incarnationIn(origin: string): number {
  return Number(origin.slice(origin.lastIndexOf(separator) + 1));
}

/** Returns the lane in which the changes of an origin travel. */
export function laneOf(origin: string): Lane {
  return lanes[incarnationIn(origin) % 2] ?? "edits";
}

/** Returns the origin of the changes of an incarnation of a node. */
export function originOf(node: string, incarnation: number): string {
  return `${node}${separator}${incarnation}`;
}

/** Returns the node of an origin. */
export function nodeOfOrigin(origin: string): string {
  return origin.slice(0, origin.lastIndexOf(separator));
}

/** Returns true if the node of an origin was restored since: what other lanes of that time lacked then never comes. */
export function isFormer(origin: string, vector: Vector): boolean {
  const [node, restored] = [nodeOfOrigin(origin), restoreOf(origin)];
  return Object.keys(vector).some((other) => nodeOfOrigin(other) === node && restoreOf(other) > restored);
}

const restoreOf = (origin: string): number => Math.floor(incarnationIn(origin) / lanes.length);

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

/** Returns the origins that travel in another lane. */
export function originsOutside(lane: Lane, vector: Vector): readonly string[] {
  return Object.keys(vector).filter((origin) => laneOf(origin) !== lane);
}

/** Returns true if one node knows more than another of a lane, origins that the other holds left out. */
export function isBehindIn(
  lane: Lane,
  { theirs, ours, without }: { readonly theirs: Vector; readonly ours: Vector; readonly without: readonly string[] },
): boolean {
  return Object.entries(theirs).some(
    ([origin, seq]) => laneOf(origin) === lane && knownUpTo(ours, origin) < seq && !without.includes(origin),
  );
}
