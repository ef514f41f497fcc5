/**
 * A text as every database keeps it, character by character: without halves of characters, which UTF-8 cannot write, and
 * cut to a number of characters, where it then ends with `…`.
 */
export function fittingText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text.toWellFormed();
  // First cut, for the whole may be of any length; what the cut has halved goes with it.
  return `${text.slice(0, charactersMax - 1).replace(/[\uD800-\uDBFF]$/, "")}…`.toWellFormed();
}
