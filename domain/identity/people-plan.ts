import type { RowFault } from "../csv-table.ts";
import { isAbove } from "./manager-line.ts";
import { type PersonRow, personTexts, type PersonTexts } from "./people-file.ts";

/** A user as a file of people is compared with. */
export interface KnownPerson extends PersonTexts {
  readonly key: string;
  readonly id: string;
  readonly managerKey: string | null;
}

/** The users whom a file names, by id, and the managers of them and of all above, by key. */
export interface KnownPeople {
  readonly byId: ReadonlyMap<string, KnownPerson>;
  readonly managers: ReadonlyMap<string, string | null>;
}

const changeable = [...personTexts, "managerKey"] as const;

/** What is to be written of a person. */
export type PersonChanges = Partial<Pick<KnownPerson, (typeof changeable)[number]>>;

/** What becomes of a row. */
export interface PlannedPerson {
  readonly line: number;
  readonly id: string;
  readonly key: string;
  readonly does: "add" | "change" | "leave";
  readonly changes: PersonChanges;
}

/** What becomes of the rows of a file: each is planned or has a fault. */
export interface PeoplePlan {
  readonly people: readonly PlannedPerson[];
  readonly faults: readonly RowFault[];
}

interface Candidate {
  readonly row: PersonRow;
  readonly person: KnownPerson | undefined;
  readonly key: string;
}

/** By id. */
type Candidates = ReadonlyMap<string, Candidate>;

/** Plans what becomes of rows: who is not known is added, who is known is changed where the row says something else. */
export function planPeople(rows: readonly PersonRow[], known: KnownPeople, newKey: () => string): PeoplePlan {
  const candidates = new Map<string, Candidate>();
  const faults: RowFault[] = [];
  for (const row of rows) {
    const { line, id } = row;
    const person = known.byId.get(id);
    const before = candidates.get(id);
    if (before === undefined) candidates.set(id, { row, person, key: person?.key ?? newKey() });
    else
      faults.push({ line, column: "id", message: `'${id}' stands in line ${before.row.line} too. Keep one of them` });
  }
  // Who is refused is not there as the manager of another one, who is refused then, too.
  for (;;) {
    const refused = managerFaults(candidates, known);
    if (refused.size === 0) break;
    for (const [id, fault] of refused) {
      candidates.delete(id);
      faults.push(fault);
    }
  }
  return { people: [...candidates.values()].map((candidate) => planned(candidate, candidates, known)), faults };
}

/** The key of a manager by what a row says: null where it takes the manager away, undefined where it says nothing or nobody is so named. */
function managerKeyOf(
  { manager }: PersonRow,
  candidates: Candidates,
  { byId }: KnownPeople,
): string | null | undefined {
  if (manager === undefined || manager === null) return manager;
  return candidates.get(manager)?.key ?? byId.get(manager)?.key;
}

/** By the ids of the rows that are refused. */
function managerFaults(candidates: Candidates, known: KnownPeople): ReadonlyMap<string, RowFault> {
  const refused = new Map<string, RowFault>();
  const managers = new Map(known.managers);
  const refuse = ({ line, id }: PersonRow, message: string) => refused.set(id, { line, column: "manager", message });
  for (const { row, key } of candidates.values()) {
    const managerKey = managerKeyOf(row, candidates, known);
    if (managerKey !== undefined) managers.set(key, managerKey);
    else if (row.manager !== undefined) refuse(row, unknownManager(row.manager));
  }
  // Only now is it known how all rows together leave the line of each.
  for (const { row, key } of candidates.values()) {
    const managerKey = managerKeyOf(row, candidates, known);
    if (typeof managerKey === "string" && isAbove(key, managerKey, managers)) refuse(row, circle);
  }
  return refused;
}

const unknownManager = (id: string | null) =>
  `'${id}' is the id of no user, and of no row that can be taken. Correct it, or add that person`;
const circle = "the line of managers leads back to this person. Name somebody who is not below";

function planned({ row, person, key }: Candidate, candidates: Candidates, known: KnownPeople): PlannedPerson {
  const { line, id } = row;
  const said = { ...row, managerKey: managerKeyOf(row, candidates, known) };
  const changes: PersonChanges = Object.fromEntries(
    changeable.flatMap((name) => {
      const value = said[name];
      return value === undefined || value === (person?.[name] ?? null) ? [] : [[name, value]];
    }),
  );
  if (person === undefined) return { line, id, key, does: "add", changes };
  return { line, id, key, does: Object.keys(changes).length === 0 ? "leave" : "change", changes };
}
