import type { SqlValue } from "../client.ts";

/**
 * Writes a text as a literal that ends correctly in every SQL mode of the server, because quotes are doubled. Backslashes are read
 * correctly in the mode that `openClient` sets.
 */
export function literal(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** Replaces each `?` of a statement by a literal. A statement without values is complete: a `?` in it belongs to a literal. */
export function withLiterals(text: string, values: readonly SqlValue[]): string {
  if (values.length === 0) return text;
  let index = 0;
  return text.replaceAll("?", () => {
    const value = values[index] ?? "";
    index += 1;
    return typeof value === "number" ? String(value) : literal(value);
  });
}
