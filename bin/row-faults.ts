import type { RowFault } from "#domain/csv-table.ts";

/** Describes the fault of a row in a file for users. */
export function faultLine({ line, column, message }: RowFault): string {
  return `line ${line}${column === undefined ? "" : `, column ${column}`}: ${message}.`;
}
