import { csvInSteps, type CsvRecord, type CsvSeparator, csvSeparators, lineEnd, readCsv } from "./csv.ts";
import { allAtOnce, type Steps } from "./steps.ts";

/** A fault of a row: the line, the column if there is one, and a message with the rule and the way out. */
export interface RowFault {
  readonly line: number;
  readonly column?: string;
  readonly message: string;
}

/** A row of a file, its values by the names of their columns, unchanged. */
export interface TableRow {
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

/** Rows of a file, and the faults of those that cannot be read. */
export interface CsvTable {
  readonly rows: readonly TableRow[];
  readonly faults: readonly RowFault[];
  /** True if the file has more rows than are allowed; the rest was not read. */
  readonly cut: boolean;
}

/** Columns that a file may have, columns that it must have, and the largest number of rows. */
export interface TableForm {
  readonly known: readonly string[];
  readonly required: readonly string[];
  readonly rowsMax?: number;
}

const quoteRule =
  "a quote stands around a whole value, and one within it is written twice. Nothing was read from here on";

// Number of columns beside the known ones that a file may have, all of them empty.
const emptyColumnsMax = 20;

/** Reads a file in the form of spreadsheets at once. */
export function readTable(text: string, wanted: TableForm): CsvTable {
  return allAtOnce(tableInSteps(text, wanted));
}

/**
 * Reads a file in the form of spreadsheets, with the names of the columns in the first line, whose case and blanks do not count. The
 * separator is the one of the first line, or of a line such as `sep=;` before it. Columns without a name and rows without a value are left
 * out.
 */
export function* tableInSteps(text: string, wanted: TableForm): Steps<CsvTable> {
  const { known, rowsMax = Number.POSITIVE_INFINITY } = wanted;
  const { body, said, line: linesBefore } = withoutSeparatorLine(text);
  const first = firstLineOf(body);
  const separator = said ?? separatorOf(first, known);
  const width = Math.min(widthOf(first, separator), known.length + emptyColumnsMax);
  // Beside the header and the rows there may be empty lines; a file with more of all is not read further.
  const valuesMax = (rowsMax + 1) * Math.max(width, known.length);
  const read = yield* csvInSteps(withoutEmptyEnd(body), { separator, valuesMax });
  const records = read.records.map(({ line, values }) => ({ line: line + linesBefore, values }));
  const [header, ...others] = records.filter(({ values }, index) => index === 0 || values.some(isFilled));
  const columns = (header?.values ?? []).map((name) => knownName(name, known));
  const broken = brokenFaults(read.broken, linesBefore, columns);
  const unfit = headerFault(columns, wanted);
  const cut = read.cut ?? false;
  if (unfit !== undefined && (header !== undefined || read.broken === undefined))
    return { rows: [], faults: [{ line: header?.line ?? 1 + linesBefore, ...unfit }, ...broken], cut };
  const { rows, faults } = yield* rowsOf(others.slice(0, rowsMax), columns);
  return { rows, faults: [...faults, ...broken], cut: cut || others.length > rowsMax };
}

const isFilled = (value: string) => value.trim() !== "";

const separatorLine = /^\uFEFF?"?sep=([,;\t])"?(?:\r\n|\r|\n|$)/i;

/** Returns a text without the line that tells spreadsheets the separator, that separator, and the number of removed lines. */
function withoutSeparatorLine(text: string): { readonly body: string; readonly said?: CsvSeparator; line: number } {
  const [whole, said] = separatorLine.exec(text) ?? [];
  const separator = csvSeparators.find((one) => one === said);
  if (whole === undefined || separator === undefined) return { body: text, line: 0 };
  return { body: text.slice(whole.length), said: separator, line: 1 };
}

/** Returns the separator by which the first line names most known columns; among equals the one that occurs most often. */
function separatorOf(first: string, known: readonly string[]): CsvSeparator {
  const ranks = csvSeparators.map((separator) => {
    const names = readCsv(first, { separator }).records[0]?.values ?? [];
    const named = names.filter((name) => known.includes(knownName(name, known))).length;
    return { separator, named, names: names.length };
  });
  const [best] = ranks.toSorted((one, other) => other.named - one.named || other.names - one.names);
  return best?.separator ?? ",";
}

const firstLineMaxCharacters = 10_000;

function firstLineOf(text: string): string {
  return text.slice(0, firstLineMaxCharacters).split(lineEnd).find(isFilled) ?? "";
}

function widthOf(first: string, separator: CsvSeparator): number {
  return readCsv(first, { separator }).records[0]?.values.length ?? 0;
}

/** Returns a text without the empty rows at its end: a spreadsheet may write thousands of them. */
function withoutEmptyEnd(text: string): string {
  let end = text.length;
  while (end > 0 && " \t,;\r\n".includes(text[end - 1] ?? "")) end -= 1;
  const rest = text.slice(end).search(lineEnd);
  return rest === -1 ? text : text.slice(0, end + rest);
}

/** Returns the name of the column that a heading means, or the heading itself if it means none. */
function knownName(head: string, known: readonly string[]): string {
  return known.find((name) => bare(name) === bare(head)) ?? head.trim();
}

// Copied texts come with invisible characters.
const bare = (name: string) => name.replaceAll(/[\s\p{Cf}]/gu, "").toLowerCase();

function brokenFaults(
  broken: { readonly line: number; readonly index: number } | undefined,
  linesBefore: number,
  columns: readonly string[],
): readonly RowFault[] {
  if (broken === undefined) return [];
  // The value may as well begin where an earlier quote was left out.
  const near = columns[broken.index];
  return [{ line: broken.line + linesBefore, message: near ? `near ${near}, ${quoteRule}` : quoteRule }];
}

function* rowsOf(records: readonly CsvRecord[], columns: readonly string[]): Steps<Pick<CsvTable, "rows" | "faults">> {
  const rows: TableRow[] = [];
  const faults: RowFault[] = [];
  for (const { line, values } of records) {
    yield;
    const unfit = rowFaults(values, columns);
    if (unfit.length === 0) rows.push({ line, values: byColumn(columns, values) });
    faults.push(...unfit.map((fault) => ({ line, ...fault })));
  }
  return { rows, faults };
}

function rowFaults(values: readonly string[], columns: readonly string[]): readonly Omit<RowFault, "line">[] {
  const named = columns.findLastIndex((name) => name !== "") + 1;
  const given = Math.max(named, values.findLastIndex(isFilled) + 1);
  if (values.length < named || given > columns.length)
    return [{ message: widthRule(named, values.length < named ? values.length : given) }];
  return values.flatMap((value, index) => {
    const column = columns[index] ?? "";
    if (column === "") return isFilled(value) ? [{ message: namelessRule(index + 1) }] : [];
    const rule = value.includes("\u0000") ? nulRule : value.includes("\uFFFD") ? lostRule : undefined;
    return rule === undefined ? [] : [{ column, message: rule }];
  });
}

const byColumn = (columns: readonly string[], values: readonly string[]) =>
  Object.fromEntries(
    columns.flatMap((name, index): [string, string][] => (name === "" ? [] : [[name, values[index] ?? ""]])),
  );

function headerFault(columns: readonly string[], { known, required }: TableForm): Omit<RowFault, "line"> | undefined {
  const named = columns.filter((name) => name !== "");
  const unknown = named.find((name) => !known.includes(name));
  if (unknown !== undefined)
    return {
      column: unknown,
      message: `it is none of ${known.join(", ")}. A comma, semicolon or tab stands between the names`,
    };
  const repeated = named.find((name, index) => named.indexOf(name) !== index);
  if (repeated !== undefined) return { column: repeated, message: "it stands there twice. Leave one of them out" };
  const missing = required.find((name) => !named.includes(name));
  if (missing === undefined) return undefined;
  return { column: missing, message: `it is missing. The first line names the columns, of ${known.join(", ")}` };
}

const widthRule = (wanted: number, given: number) =>
  `it must have ${wanted} value(s), one for each column, and has ${given}. A value with a separator stands in quotes`;
const namelessRule = (number: number) =>
  `column ${number} has a value and no name. Name it in the first line, or leave it empty`;
const nulRule = "it holds a NUL character. Save the file as text in UTF-8";
const lostRule = "it holds a sign (U+FFFD) for letters that were lost. Save the file as UTF-8";
