import { type RowFault, tableInSteps, type TableRow } from "../csv-table.ts";
import { peopleFileRowsMax } from "../people-limits.ts";
import type { Steps } from "../steps.ts";

/** Columns that hold a text of a person as the user has it. */
export const personTexts = ["displayName", "mail", "timeZone", "calendar"] as const;

/** Columns that hold a time, such as 2030-01-31T08:00:00Z. */
export const personTimes = ["startsAt", "endsAt"] as const;

/** Columns that a file of people may have; `id` is required. */
export const peopleColumns: readonly string[] = ["id", "manager", ...personTexts, ...personTimes, "sponsor"];

/** Texts of a person; null for none. */
export type PersonTexts = Readonly<Record<(typeof personTexts)[number], string | null>>;

/** Times of a person in milliseconds UTC; null for none, and NaN for a text that is no time. */
export type PersonTimes = Readonly<Record<(typeof personTimes)[number], number | null>>;

/** A row about one person. A column that the file does not have is absent, and an empty value is null. */
export interface PersonRow extends Partial<PersonTexts>, Partial<PersonTimes> {
  readonly line: number;
  readonly id: string;
  /** ID of the manager. */
  readonly manager?: string | null;
  /** ID of the sponsor. */
  readonly sponsor?: string | null;
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
    people.push(personRow(row));
  }
  return { rows: people, ...others };
}

/** Returns a person of a file from the values of a row. */
export function personRow({ line, values }: TableRow): PersonRow {
  const trimmed = Object.entries(values).map(([name, value]): [string, string | null] => [name, value.trim() || null]);
  const { id, ...said } = Object.fromEntries(trimmed);
  const times = personTimes.flatMap((name) => (said[name] === undefined ? [] : [[name, timeOf(said[name])]]));
  return { line, id: id ?? "", ...said, ...(Object.fromEntries(times) as Partial<PersonTimes>) };
}

const timeForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Returns the time that a text names; NaN for a text that is no time, null for none. */
function timeOf(text: string | null): number | null {
  if (text === null) return null;
  return timeForm.test(text) ? Date.parse(text) : Number.NaN;
}
