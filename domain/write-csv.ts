/** Form of a file of comma-separated values: for spreadsheets, where no value is a formula, or with each value as it is, for programs. */
export type CsvForm = "spreadsheet" | "raw";

/** Begins a file for spreadsheets: without this mark some read it in another character set than UTF-8. */
export const spreadsheetMark = "\uFEFF";

// What begins with one of them, in either width, is a formula to spreadsheets; signs that nobody sees do not keep it from being one.
const formula = /^[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠]/u;
// Where a spreadsheet of another language splits a line, whether or not the value stands in quotes.
const separators = /([;|\t\r\n])/;

/**
 * Writes a record of comma-separated values (RFC 4180), each in quotes. For spreadsheets, what they would take for a formula gets an
 * apostrophe in front; raw, `readCsv` reads the record again as it was.
 */
export function csvLine(values: readonly string[], form: CsvForm = "spreadsheet"): string {
  const cells = form === "raw" ? values : values.map(guarded);
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")}\r\n`;
}

/** Returns a value as spreadsheets get it: itself, or with an apostrophe before each part of it that would be a formula. */
export function guarded(value: string): string {
  const safe = value.split(separators).map((part) => (formula.test(part) ? `'${part}` : part));
  const guard = /^[\t\r\n]/.test(value) ? "'" : "";
  return `${guard}${safe.join("")}`;
}
