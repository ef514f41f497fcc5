import type { Column } from "./property.ts";

/** Number of fields of a sealed text that name the key and hold what it wraps; behind them stands the text itself. */
const wrapFields = 3;

/**
 * Returns true if the value of a column in a row of the class `rising` may become another one. A sealed text may be wrapped with another
 * key, and stays the same text.
 */
export function mayRise({ kind, rises }: Pick<Column, "kind" | "rises">, before: unknown, after: unknown): boolean {
  if (kind === "sealed") return ownPart(before) !== undefined && ownPart(before) === ownPart(after);
  if (rises === undefined || after === null) return false;
  if (rises !== true) return typeof after === "string" && rises.indexOf(after) > rises.indexOf(before as string);
  return before === null || (typeof before === "number" && typeof after === "number" && after > before);
}

function ownPart(text: unknown): string | undefined {
  return typeof text === "string" ? text.split("|").slice(wrapFields).join("|") : undefined;
}
