import { idMaxCharacters } from "./limits.ts";

/**
 * Pattern of the ID of a named entity. IDs stand in addresses, and in documents too, so control characters are written in a form that every
 * client language knows.
 */
// oxlint-disable-next-line no-control-regex -- it is they that are refused
export const idPattern = /^[^/?#\s\x00-\x1f\x7f-\x9f]+$/u;

/** Characters that an ID must not contain, in words. */
export const idRule = "blanks, control characters, '/', '?' or '#'";

/** Returns true if a text may be the ID of such an entity. */
export function isId(text: string): boolean {
  return text.length <= idMaxCharacters && idPattern.test(text);
}
