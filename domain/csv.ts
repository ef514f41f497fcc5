/** A record of a file of comma-separated values. */
export interface CsvRecord {
  /** The line on which it begins, from 1. */
  readonly line: number;
  readonly values: readonly string[];
}

/** What a file of comma-separated values holds, as far as it can be read. */
export interface CsvText {
  readonly records: readonly CsvRecord[];
  /** The line from which on nothing can be read; absent where all could. */
  readonly brokenAt?: number;
}

/** Reads comma-separated values (RFC 4180); empty lines count and hold no record. */
export function readCsv(text: string): CsvText {
  const records: CsvRecord[] = [];
  let values: string[] = [];
  let line = 1;
  let begunAt = line;
  // A byte order mark is no part of the first value.
  for (let at = text.startsWith("\uFEFF") ? 1 : 0; ;) {
    const { written, value } = valueAt(text, at);
    const end = endAt(text, at + written.length);
    if (end === undefined) return { records, brokenAt: line };
    values.push(value);
    line += written.split("\n").length - 1;
    at += written.length + end.length;
    if (end === ",") continue;
    if (values.length > 1 || written !== "") records.push({ line: begunAt, values });
    if (end === "") return { records };
    line += 1;
    begunAt = line;
    values = [];
  }
}

const valueForm = /"([^"]*(?:""[^"]*)*)"|([^",\r\n]*)/y;
const endForm = /,|\r?\n|$/y;

function valueAt(text: string, at: number): { readonly written: string; readonly value: string } {
  valueForm.lastIndex = at;
  const [written = "", quoted, plain = ""] = valueForm.exec(text) ?? [];
  return { written, value: quoted === undefined ? plain : quoted.replaceAll('""', '"') };
}

/** What ends a value: a comma, the end of the line, or nothing at the end of the text; undefined where it goes on. */
function endAt(text: string, at: number): string | undefined {
  endForm.lastIndex = at;
  return endForm.exec(text)?.[0];
}

/** Writes a record of comma-separated values that `readCsv` reads again, each value in quotes. */
export function csvLine(values: readonly string[]): string {
  return `${values.map((value) => `"${value.replaceAll('"', '""')}"`).join(",")}\n`;
}
