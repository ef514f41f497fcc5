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

const value = /"([^"]*(?:""[^"]*)*)"|([^",\r\n]*)/y;
const valueEnd = /,|\r?\n|$/y;

/** Reads comma-separated values (RFC 4180); empty lines count and hold no record. */
export function readCsv(text: string): CsvText {
  const records: CsvRecord[] = [];
  let values: string[] = [];
  let line = 1;
  let begunAt = line;
  // A byte order mark is no part of the first value.
  value.lastIndex = text.startsWith("\uFEFF") ? 1 : 0;
  for (;;) {
    const [whole = "", quoted, plain = ""] = value.exec(text) ?? [];
    valueEnd.lastIndex = value.lastIndex;
    const end = valueEnd.exec(text)?.[0];
    if (end === undefined) return { records, brokenAt: line };
    values.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.split("\n").length - 1;
    value.lastIndex = valueEnd.lastIndex;
    if (end === ",") continue;
    if (values.length > 1 || whole !== "") records.push({ line: begunAt, values });
    if (end === "") return { records };
    line += 1;
    begunAt = line;
    values = [];
  }
}
