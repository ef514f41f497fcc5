/** A choice of a field. */
export interface FieldChoice {
  readonly value: string;
  readonly label: string;
}

/** Kind of input: single-line text, multi-line text, a list of lines, a number, a flag, or one of several choices. */
export type FieldInput =
  | { readonly is: "text" | "password" | "area" | "lines" | "flag" }
  | { readonly is: "number"; readonly min?: number; readonly max?: number }
  | { readonly is: "choice"; readonly choices: readonly FieldChoice[] };

/** Entered value; null or undefined if there is none. */
export type FieldValue = string | number | boolean | readonly string[] | null | undefined;

/** Returns the lines of a field of lines, trimmed, without the empty ones. */
export function filledLines(value: FieldValue): readonly string[] {
  const lines = typeof value === "object" && value !== null ? value : [];
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

/** Returns a list with an item, or without it; the order of the others stays. */
export function toggled<Item>(list: readonly Item[], item: Item, isIn: boolean): readonly Item[] {
  const others = list.filter((one) => one !== item);
  return isIn ? [...others, item] : others;
}
