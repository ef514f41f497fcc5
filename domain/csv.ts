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
  /** True where the text has more values than were wanted; the rest was not read. */
  readonly cut?: true;
}

/**
 * Reads comma-separated values (RFC 4180), at most as many as are wanted; empty lines count as a value, and hold no record.
 */
export function readCsv(text: string, valuesMax = Number.POSITIVE_INFINITY): CsvText {
  const records: CsvRecord[] = [];
  let values: string[] = [];
  let line = 1;
  let begunAt = line;
  // A byte order mark is no part of the first value.
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  for (let read = 0; read < valuesMax; read++) {
    const found = valueAt(text, at);
    if (found === undefined) return { records, brokenAt: line };
    const { whole, quoted, plain, end } = found;
    values.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (quoted !== undefined) line += quoted.split("\n").length - 1;
    at += whole.length;
    if (end === ",") continue;
    if (values.length > 1 || whole.length > end.length) records.push({ line: begunAt, values });
    if (end === "") return { records };
    line += 1;
    begunAt = line;
    values = [];
  }
  return { records, cut: true };
}

// A value, and what ends it: a comma, the end of the line, or nothing at the end of the text.
const valueForm = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y;

interface FoundValue {
  readonly whole: string;
  readonly quoted: string | undefined;
  readonly plain: string;
  readonly end: string;
}

function valueAt(text: string, at: number): FoundValue | undefined {
  valueForm.lastIndex = at;
  const found = valueForm.exec(text);
  if (found === null) return undefined;
  const [whole, quoted, plain = "", end = ""] = found;
  return { whole, quoted, plain, end };
}

/** Writes a record of comma-separated values that `readCsv` reads again, each value in quotes. */
export function csvLine(values: readonly string[]): string {
  return `${values.map((value) => `"${value.replaceAll('"', '""')}"`).join(",")}\n`;
}
