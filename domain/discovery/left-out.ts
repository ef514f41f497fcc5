import { toldObjectBytesMax } from "../report-limits.ts";
import type { DiscoveredType } from "./discovery.ts";

/** Returns the words for an object of a listing that cannot be read as it came. */
export function leftOutWords(
  type: DiscoveredType,
  { name, why }: { readonly name: string; readonly why: string },
): string {
  return `The ${type} '${name}' was left out: ${why}. What is on record of it stays as it is.`;
}

/** Returns the words for attributes of an object that are too large to transfer. */
export function cutWords(
  type: DiscoveredType,
  { name, attributes }: { readonly name: string; readonly attributes: readonly string[] },
): string {
  const named = attributes.map((attribute) => `'${attribute}'`).join(", ");
  return `Of the ${type} '${name}' ${named} was left out: all attributes of an object may hold ${toldObjectBytesMax / 1024} KiB together.`;
}

/** Reason for leaving out an object that one listing shows more than once. */
export const shownOtherwise = "the target lists it more than once, and not as the same";
