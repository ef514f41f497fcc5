/** One of the values that a field may have. */
export interface FieldChoice {
  readonly value: string;
  readonly label: string;
}

/** How something is entered: a line, several lines as one text, one text each line, a number, yes or no, one of a few. */
export type FieldInput =
  | { readonly is: "text" | "password" | "area" | "lines" | "flag" }
  | { readonly is: "number"; readonly min?: number; readonly max?: number }
  | { readonly is: "choice"; readonly choices: readonly FieldChoice[] };

/** What is entered; null and undefined = nothing. */
export type FieldValue = string | number | boolean | readonly string[] | null | undefined;

/** The texts of a field of lines, without the empty ones. */
export function filledLines(value: FieldValue): readonly string[] {
  const lines = typeof value === "object" && value !== null ? value : [];
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}
