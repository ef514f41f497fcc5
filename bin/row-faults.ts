import type { RowFault } from "#domain/csv-table.ts";

/** What is wrong with a row of a file, as people are told it. */
export function faultLine({ line, column, message }: RowFault): string {
  return `line ${line}${column === undefined ? "" : `, column ${column}`}: ${message}.`;
}
