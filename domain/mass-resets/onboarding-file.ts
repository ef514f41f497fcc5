import { type CsvTable, type RowFault, readTable } from "../csv-table.ts";
import { peopleColumns, type PersonRow, personRow } from "../identity/people-file.ts";
import { onboardedObjectsMax } from "../mass-reset-limits.ts";

/** Columns of an onboarding file besides those of a file of people. */
const accessColumns = ["accounts", "groups", "template"] as const;

/** Columns that an onboarding file may have; `id` is required. */
export const onboardingColumns: readonly string[] = [...peopleColumns, ...accessColumns];

/** An account that a row gives: its target system and its name; the id of the person without one. */
export interface GivenAccount {
  readonly targetSystemKey: string;
  readonly name: string | null;
}

/** A membership that a row gives: the target system and the name of the group. */
export interface GivenMembership {
  readonly targetSystemKey: string;
  readonly group: string;
}

/** A row about one person, with the access that it gives. */
export interface OnboardedRow {
  readonly line: number;
  /** The person, with the columns that have a value. */
  readonly person: PersonRow;
  readonly accounts: readonly GivenAccount[];
  readonly memberships: readonly GivenMembership[];
  /** Key or name of a template; null for none. */
  readonly template: string | null;
}

/** Rows of an onboarding file, and the faults of those that cannot be read. */
export interface OnboardingFile extends Pick<CsvTable, "faults" | "cut"> {
  readonly rows: readonly OnboardedRow[];
}

/** Reads an onboarding file, with the names of the columns in the first line. */
export function readOnboarding(text: string, rowsMax: number): OnboardingFile {
  const { rows, faults, cut } = readTable(text, { known: onboardingColumns, required: ["id"], rowsMax });
  const unfit: RowFault[] = [];
  const read = rows.flatMap(({ line, values }): OnboardedRow[] => {
    const said = Object.entries(values).filter(([name, value]) => isAbout(name) && value.trim() !== "");
    const person = personRow({ line, values: { id: "", ...Object.fromEntries(said) } });
    const accounts = listOf(values["accounts"]).map(accountOf);
    const memberships = listOf(values["groups"]).map(membershipOf);
    const fault = faultOf(accounts, memberships);
    if (fault !== undefined) {
      unfit.push({ line, ...fault });
      return [];
    }
    return [{ line, person, accounts, memberships: memberships.filter(isWhole), template: textOf(values["template"]) }];
  });
  return { rows: read, faults: [...faults, ...unfit].toSorted((one, other) => one.line - other.line), cut };
}

const isAbout = (column: string) => peopleColumns.includes(column);

const textOf = (value: string | undefined): string | null => value?.trim() || null;

/** Returns the entries of a list in one value: a bar stands between them. */
const listOf = (value: string | undefined): readonly string[] =>
  (value ?? "").split("|").flatMap((entry) => textOf(entry) ?? []);

function accountOf(entry: string): GivenAccount {
  const [target = "", ...name] = entry.split("=");
  return { targetSystemKey: target.trim(), name: textOf(name.join("=")) };
}

function membershipOf(entry: string): GivenMembership | undefined {
  const [target = "", ...group] = entry.split("=");
  const name = textOf(group.join("="));
  return name === null || target.trim() === "" ? undefined : { targetSystemKey: target.trim(), group: name };
}

const isWhole = (membership: GivenMembership | undefined): membership is GivenMembership => membership !== undefined;

function faultOf(
  accounts: readonly GivenAccount[],
  memberships: readonly (GivenMembership | undefined)[],
): Omit<RowFault, "line"> | undefined {
  if (accounts.length > onboardedObjectsMax || memberships.length > onboardedObjectsMax) {
    const column = accounts.length > onboardedObjectsMax ? "accounts" : "groups";
    return { column, message: `it names more than ${onboardedObjectsMax}. Use a template` };
  }
  if (accounts.some(({ targetSystemKey }) => targetSystemKey === ""))
    return { column: "accounts", message: "it must be target systems, such as DIRECTORY|MAIL=anna.abel. Correct it" };
  const targets = accounts.map(({ targetSystemKey }) => targetSystemKey);
  const doubled = targets.find((target, index) => targets.indexOf(target) !== index);
  if (doubled !== undefined)
    return { column: "accounts", message: `it names the target system '${doubled}' twice. Leave one out` };
  if (memberships.some((one) => one === undefined))
    return { column: "groups", message: "it must be groups, such as DIRECTORY=sales|MAIL=all. Correct it" };
  return undefined;
}
