/** Position of a check of the audit: behind a place of a node's chain, or behind a key of the rows that are on no chain. */
export type CheckedPlace =
  | { readonly of: "chain"; readonly node: string; readonly position: number }
  | { readonly of: "rows"; readonly after: string };

const written = /^(?:chain:(?<position>\d{1,16}):(?<node>.+)|rows:(?<after>.*))$/s;

/** Formats a position for callers. */
export function placeText(place: CheckedPlace): string {
  return place.of === "rows" ? `rows:${place.after}` : `chain:${place.position}:${place.node}`;
}

/** Parses a position; undefined if the text is none. */
export function placeIn(text: string): CheckedPlace | undefined {
  const { position, node, after } = written.exec(text)?.groups ?? {};
  if (position !== undefined && node !== undefined) return { of: "chain", node, position: Number(position) };
  return after === undefined ? undefined : { of: "rows", after };
}
