import { readTable } from "#domain/csv-table.ts";
import { massResetKeysMax } from "#domain/mass-reset-limits.ts";
import { csvLine } from "#domain/write-csv.ts";

import { CliError, ExitCode } from "../cli-error.ts";

const columns = ["user", "account", "target"] as const;

/** A part of a file, and the number of lines before its own. */
export interface FilePart {
  readonly file: string;
  readonly lineOffset: number;
}

/**
 * Splits a file of users or accounts into parts that one call takes each.
 * @throws CliError for lines that cannot be read
 */
export function fileParts(text: string): readonly FilePart[] {
  const { rows, faults } = readTable(text, { known: columns, required: [] });
  const [fault] = faults;
  if (fault !== undefined) throw new CliError(`line ${fault.line}: ${fault.message}.`, ExitCode.Usage);
  if (rows.length === 0) throw new CliError("The file names nobody.", ExitCode.Usage);
  return Array.from({ length: Math.ceil(rows.length / partRows) }, (_, part) =>
    partOf(rows.slice(part * partRows, (part + 1) * partRows).map(({ line, values }) => ({ ...values, line }))),
  );
}

/** Rows of a part: with the longest names they fit into one call. */
const partRows = massResetKeysMax / 5;

/** A row of a file, with its line. */
type FileRow = Partial<Readonly<Record<(typeof columns)[number], string>>> & { readonly line?: number };

/** Writes rows as a part of a file, each as far behind the first one as it was. */
export function partOf(rows: readonly FileRow[]): FilePart {
  const lineOffset = (rows[0]?.line ?? 2) - 2;
  let file = csvLine(columns, "raw");
  let next = lineOffset + 2;
  for (const row of rows) {
    const { line = next } = row;
    file += "\n".repeat(Math.max(0, line - next));
    file += csvLine(
      columns.map((column) => row[column] ?? ""),
      "raw",
    );
    next = Math.max(line, next) + 1;
  }
  return { file, lineOffset };
}
