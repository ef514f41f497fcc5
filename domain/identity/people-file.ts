import { readTable, type RowFault, type TableRow } from "../csv-table.ts";
import { peopleFileRowsMax } from "../people-limits.ts";

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

/** What a file says of people, and which of its rows cannot be read. */
export interface PeopleFile {
  readonly rows: readonly PersonRow[];
  readonly faults: readonly RowFault[];
  /** True where the file has more rows than it may have. */
  readonly cut: boolean;
}

/** Reads a file of people, with the names of the columns in the first line. */
export function readPeople(text: string): PeopleFile {
  const { rows, ...others } = readTable(text, { known: peopleColumns, required: ["id"], rowsMax: peopleFileRowsMax });
  return { rows: rows.map(rowOf), ...others };
}

function rowOf({ line, values }: TableRow): PersonRow {
  const trimmed = Object.entries(values).map(([name, value]): [string, string | null] => [name, value.trim() || null]);
  const { id, ...said } = Object.fromEntries(trimmed);
  return { line, id: id ?? "", ...said };
}
