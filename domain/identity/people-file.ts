import { readCsv } from "../csv.ts";

/** The columns that say a text of a person as it stands in the user. */
export const personTexts = ["displayName", "mail", "timeZone", "calendar"] as const;

/** The columns that a file of people may have; `id` must be among them. */
export const peopleColumns: readonly string[] = ["id", "manager", ...personTexts];

/** The texts of a person; null = none. */
export type PersonTexts = Readonly<Record<(typeof personTexts)[number], string | null>>;

/** A row about one person: of a column that the file does not have nothing is said, and an empty value is null. */
export interface PersonRow extends Partial<PersonTexts> {
  readonly line: number;
  readonly id: string;
  /** Id of the manager. */
  readonly manager?: string | null;
}

/** What is wrong with a row: the line, the column where it is one, the rule and the way out. */
export interface RowFault {
  readonly line: number;
  readonly column?: string;
  readonly message: string;
}

/** What a file says of people, and which of its rows cannot be read. */
export interface PeopleFile {
  readonly rows: readonly PersonRow[];
  readonly faults: readonly RowFault[];
}

const quoteRule =
  "a quote stands around a whole value, and one within it is written twice. Nothing was read from here on";

/** Reads a file of people: comma-separated values, with the names of the columns in the first line. */
export function readPeople(text: string): PeopleFile {
  const { records, brokenAt } = readCsv(text);
  const broken: readonly RowFault[] = brokenAt === undefined ? [] : [{ line: brokenAt, message: quoteRule }];
  const [header, ...others] = records;
  const columns = (header?.values ?? []).map((name) => name.trim());
  const unfit = headerFault(columns);
  if (unfit !== undefined && (header !== undefined || brokenAt === undefined))
    return { rows: [], faults: [{ line: header?.line ?? 1, ...unfit }, ...broken] };
  const rows: PersonRow[] = [];
  const faults: RowFault[] = [];
  for (const { line, values } of others) {
    if (values.length === columns.length) rows.push(rowOf(line, columns, values));
    else faults.push({ line, message: widthRule(columns.length, values.length) });
  }
  return { rows, faults: [...faults, ...broken] };
}

function headerFault(columns: readonly string[]): Omit<RowFault, "line"> | undefined {
  const unknown = columns.find((name) => !peopleColumns.includes(name));
  if (unknown !== undefined)
    return { column: unknown, message: `it is none of ${peopleColumns.join(", ")}. Commas stand between the names` };
  const repeated = columns.find((name, index) => columns.indexOf(name) !== index);
  if (repeated !== undefined) return { column: repeated, message: "it stands there twice. Leave one of them out" };
  if (columns.includes("id")) return undefined;
  return { column: "id", message: `it is missing. The first line names the columns, of ${peopleColumns.join(", ")}` };
}

const widthRule = (wanted: number, given: number) =>
  `it must have ${wanted} value(s), one for each column, and has ${given}. A value with a comma stands in quotes`;

function rowOf(line: number, columns: readonly string[], values: readonly string[]): PersonRow {
  const trimmed = columns.map((name, index): [string, string | null] => [name, values[index]?.trim() || null]);
  const { id, ...said } = Object.fromEntries(trimmed);
  return { line, id: id ?? "", ...said };
}
