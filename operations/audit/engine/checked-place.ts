/** How far a check of the audit has come: behind a place of a node's chain, or behind a key of the rows that are on none. */
export type CheckedPlace =
  | { readonly of: "chain"; readonly node: string; readonly position: number }
  | { readonly of: "rows"; readonly after: string };

const written = /^(?:chain:(?<position>\d{1,16}):(?<node>.+)|rows:(?<after>.*))$/s;

/** A place as a caller gets and gives it. */
export function placeText(place: CheckedPlace): string {
  return place.of === "rows" ? `rows:${place.after}` : `chain:${place.position}:${place.node}`;
}

/** The place that a text says; undefined where it says none. */
export function placeIn(text: string): CheckedPlace | undefined {
  const { position, node, after } = written.exec(text)?.groups ?? {};
  if (position !== undefined && node !== undefined) return { of: "chain", node, position: Number(position) };
  return after === undefined ? undefined : { of: "rows", after };
}
