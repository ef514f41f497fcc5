import { fstatSync } from "node:fs";

import { type Command, Option } from "commander";

import { csvLine, spreadsheetMark } from "#domain/write-csv.ts";

/** Options of a command that prints a table. */
export interface CsvOptions {
  readonly csv?: true;
  readonly raw?: true;
}

/** Adds `--csv` and `--raw` to a command that prints a table. */
export function addCsvOptions(command: Command): Command {
  return command.option("--csv", "print comma-separated values for a spreadsheet, with a line of names").addOption(
    new Option(
      "--raw",
      "the same with every value as it is, for programs: a spreadsheet may run formulas in it",
    ).implies({
      csv: true,
    }),
  );
}

/**
 * Prints the header of a table, and returns the function that prints its rows. A file gets the byte order mark by which
 * spreadsheets recognize UTF-8.
 */
export function csvPrinter(names: readonly string[], { raw }: CsvOptions): (values: readonly string[]) => void {
  const print = (values: readonly string[]) => process.stdout.write(csvLine(values, raw ? "raw" : "spreadsheet"));
  if (!raw && goesToFile(process.stdout.fd)) process.stdout.write(spreadsheetMark);
  print(names);
  return print;
}

function goesToFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    // The reader of the output has closed it.
    return false;
  }
}
