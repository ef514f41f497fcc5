/** Form of a file of comma-separated values: for spreadsheets, where no value is a formula, or with unchanged values, for programs. */
export type CsvForm = "spreadsheet" | "raw";

/** Mark at the beginning of a file for spreadsheets: without it some read it in another character set than UTF-8. */
export const spreadsheetMark = "\uFEFF";

// A value that begins with one of them, in either width, is a formula to spreadsheets, even behind invisible characters.
const formula = /^[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠]/u;
// Characters at which a spreadsheet of another language splits a line, even if the value stands in quotes.
const separators = /([;|\t\r\n])/;

/**
 * Writes a record of comma-separated values (RFC 4180), each in quotes. For spreadsheets, a formula gets an apostrophe in front; raw,
 * `readCsv` reads the record again unchanged.
 */
export function csvLine(values: readonly string[], form: CsvForm = "spreadsheet"): string {
  const cells = form === "raw" ? values : values.map(guarded);
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")}\r\n`;
}

/** Returns a value in the form for spreadsheets: itself, or with an apostrophe before each part of it that would be a formula. */
export function guarded(value: string): string {
  const safe = value.split(separators).map((part) => (formula.test(part) ? `'${part}` : part));
  const guard = /^[\t\r\n]/.test(value) ? "'" : "";
  return `${guard}${safe.join("")}`;
}
