/**
 * Returns a text as every database stores it, character by character: without halves of surrogate pairs, which UTF-8 cannot encode, and cut
 * to a number of characters, where it then ends with `…`.
 */
export function fittingText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text.toWellFormed();
  // Cuts first, because the text may be of any length; half a pair at the cut goes with it.
  return `${text.slice(0, charactersMax - 1).replace(/[\uD800-\uDBFF]$/, "")}…`.toWellFormed();
}
