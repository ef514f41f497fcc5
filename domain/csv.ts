import { allAtOnce, type Steps } from "./steps.ts";

/** A record of a file of comma-separated values. */
export interface CsvRecord {
  /** Line on which it begins, from 1. */
  readonly line: number;
  readonly values: readonly string[];
}

/** Records of a file of comma-separated values, as far as it can be read. */
export interface CsvText {
  readonly records: readonly CsvRecord[];
  /**
   * First value that cannot be read; nothing behind it is read. It has the line on which the value begins, and its index in the record from
   * 0. Absent if all values could be read.
   */
  readonly broken?: { readonly line: number; readonly index: number };
  /** True if the text has more values than were wanted; the rest was not read. */
  readonly cut?: true;
}

/** Separators that spreadsheets write between values; the language of the machine decides which. */
export const csvSeparators = [",", ";", "\t"] as const;

/** Separator of values. */
export type CsvSeparator = (typeof csvSeparators)[number];

interface CsvReading {
  readonly separator?: CsvSeparator;
  readonly valuesMax?: number;
}

/** Reads separated values at once. */
export function readCsv(text: string, reading: CsvReading = {}): CsvText {
  return allAtOnce(csvInSteps(text, reading));
}

/**
 * Reads separated values (RFC 4180), at most `valuesMax`, a value in each step. A line ends with LF, CR or both; an empty line counts as a
 * value and holds no record.
 */
export function* csvInSteps(
  text: string,
  { separator = ",", valuesMax = Number.POSITIVE_INFINITY }: CsvReading,
): Steps<CsvText> {
  const records: CsvRecord[] = [];
  let values: string[] = [];
  let line = 1;
  let begunAt = line;
  // A byte order mark is no part of the first value.
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  for (let read = 0; read < valuesMax; read++) {
    yield;
    const found = valueAt(text, at, separator);
    if (found === undefined) return { records, broken: { line, index: values.length } };
    const { whole, quoted, plain, end } = found;
    values.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += linesWithin(quoted);
    at += whole.length;
    if (end === separator) continue;
    if (values.length > 1 || whole.length > end.length) records.push({ line: begunAt, values });
    if (end === "") return { records };
    line += 1;
    begunAt = line;
    values = [];
  }
  return { records, cut: true };
}

/** End of a line, as any machine writes it. */
export const lineEnd = /\r\n|\r|\n/;

function linesWithin(quoted: string | undefined): number {
  return quoted === undefined ? 0 : quoted.split(lineEnd).length - 1;
}

// A value and its end: a separator, the end of the line, or the end of the text.
const valueForms: Readonly<Record<CsvSeparator, RegExp>> = {
  ",": /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\r|\n|$)/y,
  ";": /(?:"([^"]*(?:""[^"]*)*)"|([^";\r\n]*))(;|\r\n|\r|\n|$)/y,
  "\t": /(?:"([^"]*(?:""[^"]*)*)"|([^"\t\r\n]*))(\t|\r\n|\r|\n|$)/y,
};

interface FoundValue {
  readonly whole: string;
  readonly quoted: string | undefined;
  readonly plain: string;
  readonly end: string;
}

function valueAt(text: string, at: number, separator: CsvSeparator): FoundValue | undefined {
  const valueForm = valueForms[separator];
  valueForm.lastIndex = at;
  const found = valueForm.exec(text);
  if (found === null) return undefined;
  const [whole, quoted, plain = "", end = ""] = found;
  return { whole, quoted, plain, end };
}
