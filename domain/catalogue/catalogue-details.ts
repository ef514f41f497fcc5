import { itemTagMaxCharacters } from "../catalogue-limits.ts";
import type { RequestableType } from "../requests/requestable.ts";
import type { FormField } from "./form-fields.ts";

/** Details of a catalog item. */
export interface CatalogueDetails {
  /** Key of the user who answers for it; null for none. */
  readonly ownerKey: string | null;
  /** Risk from 0 to 100; null if it was not assessed. */
  readonly risk: number | null;
  readonly tags: readonly string[];
  /** Longest time in hours for which a person can have it; null for no limit. */
  readonly longestHours: number | null;
  readonly formFields: readonly FormField[];
}

/** Name of a detail. */
export type DetailName = keyof CatalogueDetails;

/** Details of an item about which nobody has said anything. */
export const noDetails: CatalogueDetails = { ownerKey: null, risk: null, tags: [], longestHours: null, formFields: [] };

/** All details, in the order in which they are shown. */
export const detailNames = Object.keys(noDetails) as readonly DetailName[];

/** Resource behind a catalog item: the target system, or the managed group. */
export interface ItemResource {
  readonly resourceType: RequestableType;
  readonly resourceKey: string;
}

/** Rule about tags. */
export const tagRule = `must be 1 to ${itemTagMaxCharacters} letters, digits or . _ -`;
const tagPattern = new RegExp(`^[\\p{L}\\p{M}\\p{N}._-]{1,${itemTagMaxCharacters}}$`, "u");

/** Tells if a text has the form of a tag. */
export function isTag(text: string): boolean {
  return tagPattern.test(text);
}

/** Returns the longest time in hours for which a person can have an item; null for no limit. */
export function longestHoursOf(details: Pick<CatalogueDetails, "longestHours"> | undefined): number | null {
  return details?.longestHours ?? null;
}

/** Returns the names of the details that changes set to other values. */
export function changedDetails(before: CatalogueDetails, changes: Partial<CatalogueDetails>): readonly DetailName[] {
  return detailNames.filter(
    (name) => changes[name] !== undefined && JSON.stringify(changes[name]) !== JSON.stringify(before[name]),
  );
}
