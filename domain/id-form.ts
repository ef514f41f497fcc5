import { idMaxCharacters } from "./limits.ts";

/** What the id of an entity with a name of its own is made of: it stands in addresses. */
export const idPattern = /^[^/?#\s\p{Cc}]+$/u;

/** What it must not contain, in words. */
export const idRule = "blanks, control characters, '/', '?' or '#'";

/** Whether a text may be the id of such an entity. */
export function isId(text: string): boolean {
  return text.length <= idMaxCharacters && idPattern.test(text);
}
