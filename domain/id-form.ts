import { idMaxCharacters } from "./limits.ts";

/**
 * What the id of an entity with a name of its own is made of: it stands in addresses. It stands in documents too, so control characters
 * are written as every language of clients knows them.
 */
// oxlint-disable-next-line no-control-regex -- it is they that are refused
export const idPattern = /^[^/?#\s\x00-\x1f\x7f-\x9f]+$/u;

/** What it must not contain, in words. */
export const idRule = "blanks, control characters, '/', '?' or '#'";

/** Whether a text may be the id of such an entity. */
export function isId(text: string): boolean {
  return text.length <= idMaxCharacters && idPattern.test(text);
}
