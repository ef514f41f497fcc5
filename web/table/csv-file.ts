import type { Say } from "../messages/text.ts";
import type { TableColumn } from "./table-column.ts";

// What begins with one of them, in either width, is a formula to spreadsheets.
const formula = /^[\s"]*[=+\-@＝＋－＠]/;
// Where a spreadsheet of another language splits a line, whether or not the cell stands in quotes.
const separators = /([;|\t\r\n])/;

/** The rows as a file with comma separated values (RFC 4180); no cell is a formula to whoever opens it. */
export function csvFile<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[], say: Say): string {
  const written = columns.flatMap(({ title, text }) => (text === undefined ? [] : [{ title: say(title), text }]));
  const lines = [written.map(({ title }) => title), ...rows.map((row) => written.map(({ text }) => text(row)))];
  return lines.map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");
}

function cell(text: string): string {
  const safe = text.split(separators).map((part) => (formula.test(part) ? `'${part}` : part));
  const guard = /^[\t\r\n]/.test(text) ? "'" : "";
  return `"${guard}${safe.join("").replaceAll('"', '""')}"`;
}

/** Gives a text to the browser as a file to keep. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
