import { csvLine, spreadsheetMark } from "#domain/write-csv.ts";

import type { Say } from "../messages/text.ts";
import type { TableColumn } from "./table-column.ts";

/** Writes rows as a CSV file for spreadsheets; columns without `text` are left out. */
export function csvFile<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[], say: Say): string {
  const written = columns.flatMap(({ title, text }) => (text === undefined ? [] : [{ title: say(title), text }]));
  const lines = [written.map(({ title }) => title), ...rows.map((row) => written.map(({ text }) => text(row)))];
  return spreadsheetMark + lines.map((cells) => csvLine(cells)).join("");
}

/** Saves a text as a file through the browser's download. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
