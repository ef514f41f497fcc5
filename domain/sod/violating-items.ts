import type { SodItem } from "./sod-rule.ts";

/** Item by which a person hits a part of a rule. */
export interface ViolatingItem extends SodItem {
  /** Number of the part, from 1. */
  readonly part: number;
}

/** Compares items by their part, then by what they name. */
export function byPart(a: ViolatingItem, b: ViolatingItem): number {
  if (a.part !== b.part) return a.part - b.part;
  const [first, second] = [`${a.itemType} ${a.itemKey}`, `${b.itemType} ${b.itemKey}`];
  return first < second ? -1 : Number(first > second);
}
