import { type RowFault, tableInSteps, type TableRow } from "../csv-table.ts";
import { peopleFileRowsMax } from "../people-limits.ts";
import type { Steps } from "../steps.ts";

/** Columns that hold a text of a person as the user has it. */
export const personTexts = ["displayName", "mail", "timeZone", "calendar"] as const;

/** Columns that a file of people may have; `id` is required. */
export const peopleColumns: readonly string[] = ["id", "manager", ...personTexts];

/** Texts of a person; null for none. */
export type PersonTexts = Readonly<Record<(typeof personTexts)[number], string | null>>;

/** A row about one person. A column that the file does not have is absent, and an empty value is null. */
export interface PersonRow extends Partial<PersonTexts> {
  readonly line: number;
  readonly id: string;
  /** ID of the manager. */
  readonly manager?: string | null;
}

/** Rows of a file of people, and the faults of those that cannot be read. */
export interface PeopleFile {
  readonly rows: readonly PersonRow[];
  readonly faults: readonly RowFault[];
  /** True if the file has more rows than are allowed. */
  readonly cut: boolean;
}

/** Reads a file of people, with the names of the columns in the first line. */
export function* readPeople(text: string): Steps<PeopleFile> {
  const form = { known: peopleColumns, required: ["id"], rowsMax: peopleFileRowsMax };
  const { rows, ...others } = yield* tableInSteps(text, form);
  const people: PersonRow[] = [];
  for (const row of rows) {
    yield;
    people.push(rowOf(row));
  }
  return { rows: people, ...others };
}

function rowOf({ line, values }: TableRow): PersonRow {
  const trimmed = Object.entries(values).map(([name, value]): [string, string | null] => [name, value.trim() || null]);
  const { id, ...said } = Object.fromEntries(trimmed);
  return { line, id: id ?? "", ...said };
}
