import { type CsvRecord, readCsv } from "./csv.ts";

/** What is wrong with a row: the line, the column where it is one, the rule and the way out. */
export interface RowFault {
  readonly line: number;
  readonly column?: string;
  readonly message: string;
}

/** A row of a file, its values by the names of their columns, as they are written. */
export interface TableRow {
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

/** The rows of a file, and what of it cannot be read. */
export interface CsvTable {
  readonly rows: readonly TableRow[];
  readonly faults: readonly RowFault[];
  /** True where the file has more rows than it may have; the rest was not read. */
  readonly cut: boolean;
}

/** The columns that a file may have, those that it must have, and the rows that it may have. */
export interface TableForm {
  readonly known: readonly string[];
  readonly required: readonly string[];
  readonly rowsMax?: number;
}

const quoteRule =
  "a quote stands around a whole value, and one within it is written twice. Nothing was read from here on";

/** Reads comma-separated values, with the names of the columns in the first line. */
export function readTable(text: string, wanted: TableForm): CsvTable {
  const { known, rowsMax = Number.POSITIVE_INFINITY } = wanted;
  // Beside the header and the rows there may be an empty line for each of these.
  const { records, brokenAt, cut = false } = readCsv(text, (rowsMax + 1) * (known.length + 1));
  const broken: readonly RowFault[] = brokenAt === undefined ? [] : [{ line: brokenAt, message: quoteRule }];
  const [header, ...others] = records;
  const columns = (header?.values ?? []).map((name) => name.trim());
  const unfit = headerFault(columns, wanted);
  if (unfit !== undefined && (header !== undefined || brokenAt === undefined))
    return { rows: [], faults: [{ line: header?.line ?? 1, ...unfit }, ...broken], cut };
  const { rows, faults } = rowsOf(others.slice(0, rowsMax), columns);
  return { rows, faults: [...faults, ...broken], cut: cut || others.length > rowsMax };
}

function rowsOf(records: readonly CsvRecord[], columns: readonly string[]): Pick<CsvTable, "rows" | "faults"> {
  const rows: TableRow[] = [];
  const faults: RowFault[] = [];
  for (const { line, values } of records) {
    if (values.length === columns.length) rows.push({ line, values: byColumn(columns, values) });
    else faults.push({ line, message: widthRule(columns.length, values.length) });
  }
  return { rows, faults };
}

const byColumn = (columns: readonly string[], values: readonly string[]) =>
  Object.fromEntries(columns.map((name, index) => [name, values[index] ?? ""]));

function headerFault(columns: readonly string[], { known, required }: TableForm): Omit<RowFault, "line"> | undefined {
  const unknown = columns.find((name) => !known.includes(name));
  if (unknown !== undefined)
    return { column: unknown, message: `it is none of ${known.join(", ")}. Commas stand between the names` };
  const repeated = columns.find((name, index) => columns.indexOf(name) !== index);
  if (repeated !== undefined) return { column: repeated, message: "it stands there twice. Leave one of them out" };
  const missing = required.find((name) => !columns.includes(name));
  if (missing === undefined) return undefined;
  return { column: missing, message: `it is missing. The first line names the columns, of ${known.join(", ")}` };
}

const widthRule = (wanted: number, given: number) =>
  `it must have ${wanted} value(s), one for each column, and has ${given}. A value with a comma stands in quotes`;
