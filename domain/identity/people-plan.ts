import type { RowFault } from "../csv-table.ts";
import { circleThrough } from "./manager-line.ts";
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
  faults.push(...refuseManagers(candidates, known));
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

/**
 * Takes those out whose managers cannot be theirs, and says why. Who is refused is not there as the manager of another one and keeps the manager
 * of before, so that others may have to be refused then: only those are looked at again, as a file may refuse its rows one by one.
 */
function refuseManagers(candidates: Map<string, Candidate>, known: KnownPeople): readonly RowFault[] {
  const all = [...candidates.values()];
  const byKey = new Map(all.map((candidate) => [candidate.key, candidate]));
  const byManager = Map.groupBy(all, ({ row }) => row.manager);
  const managers = managersOf(all, candidates, known);
  const faults: RowFault[] = [];
  let suspects = all;
  while (suspects.length > 0) {
    const refused = new Map<Candidate, string>();
    for (const suspect of suspects) {
      const problem = candidates.has(suspect.row.id)
        ? managerProblem(suspect, { candidates, known, managers })
        : undefined;
      if (problem !== undefined) refused.set(suspect, problem);
    }
    for (const [{ row, key }, message] of refused) {
      faults.push({ line: row.line, column: "manager", message });
      candidates.delete(row.id);
      managers.set(key, known.managers.get(key) ?? null);
    }
    suspects = [...refused.keys()].flatMap(({ row, key }) => [
      ...(byManager.get(row.id) ?? []),
      ...circleThrough(key, managers).flatMap((other) => byKey.get(other) ?? []),
    ]);
  }
  return faults;
}

/** The managers by key as they would be if every row were taken. */
function managersOf(all: readonly Candidate[], candidates: Candidates, known: KnownPeople) {
  const managers = new Map(known.managers);
  for (const { row, key } of all) {
    const managerKey = managerKeyOf(row, candidates, known);
    if (managerKey !== undefined) managers.set(key, managerKey);
  }
  return managers;
}

interface Surroundings {
  readonly candidates: Candidates;
  readonly known: KnownPeople;
  readonly managers: ReadonlyMap<string, string | null>;
}

function managerProblem({ row, key }: Candidate, { candidates, known, managers }: Surroundings): string | undefined {
  const managerKey = managerKeyOf(row, candidates, known);
  if (managerKey === undefined) return row.manager === undefined ? undefined : unknownManager(row.manager);
  return managerKey !== null && circleThrough(key, managers).length > 0 ? circle : undefined;
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
