import { readTable } from "#domain/csv-table.ts";
import { massResetKeysMax } from "#domain/mass-reset-limits.ts";
import { csvLine } from "#domain/write-csv.ts";

import { CliError, ExitCode } from "../cli-error.ts";

const columns: readonly string[] = ["user", "account", "target"];

/** Form of a file: its columns, and the rows that one call takes. */
export interface FileForm {
  readonly columns: readonly string[];
  readonly rows: number;
}

/** A part of a file, and the number of lines before its own. */
export interface FilePart {
  readonly file: string;
  readonly lineOffset: number;
}

/**
 * Splits a file of users or accounts into parts that one call takes each.
 * @throws CliError for lines that cannot be read
 */
export function fileParts(text: string, form: FileForm = { columns, rows: partRows }): readonly FilePart[] {
  const { rows, faults } = readTable(text, { known: form.columns, required: [] });
  const [fault] = faults;
  if (fault !== undefined) throw new CliError(`line ${fault.line}: ${fault.message}.`, ExitCode.Usage);
  if (rows.length === 0) throw new CliError("The file names nobody.", ExitCode.Usage);
  return Array.from({ length: Math.ceil(rows.length / form.rows) }, (_, part) =>
    partOf(
      rows.slice(part * form.rows, (part + 1) * form.rows).map(({ line, values }) => ({ ...values, line })),
      form.columns,
    ),
  );
}

/** Rows of a part: with the longest names they fit into one call. */
const partRows = massResetKeysMax / 5;

/** A row of a file, with its line. */
type FileRow = Readonly<Record<string, string | number>> & { readonly line?: number };

/** Writes rows as a part of a file, each as far behind the first one as it was. */
export function partOf(rows: readonly FileRow[], named: readonly string[] = columns): FilePart {
  const lineOffset = (rows[0]?.line ?? 2) - 2;
  let file = csvLine(named, "raw");
  let next = lineOffset + 2;
  for (const row of rows) {
    const { line = next } = row;
    file += "\n".repeat(Math.max(0, line - next));
    file += csvLine(
      named.map((column) => String(row[column] ?? "")),
      "raw",
    );
    next = Math.max(line, next) + 1;
  }
  return { file, lineOffset };
}
