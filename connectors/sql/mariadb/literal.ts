import type { SqlValue } from "../client.ts";

/**
 * A text as a literal that ends where it should in every SQL mode of the server, for quotes are doubled; backslashes are
 * read as they are meant in the mode that `openClient` sets.
 */
export function literal(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** A statement with a literal for each `?`; one without values is complete, and a `?` in it belongs to a literal. */
export function withLiterals(text: string, values: readonly SqlValue[]): string {
  if (values.length === 0) return text;
  let index = 0;
  return text.replaceAll("?", () => {
    const value = values[index] ?? "";
    index += 1;
    return typeof value === "number" ? String(value) : literal(value);
  });
}
