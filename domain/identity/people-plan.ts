import type { RowFault } from "../csv-table.ts";
import { foldedId, idMeant, storedId } from "../person-id.ts";
import type { Steps } from "../steps.ts";
import { circleThrough } from "./manager-line.ts";
import { type PersonRow, personTexts, type PersonTexts, personTimes, type PersonTimes } from "./people-file.ts";

/** A user in the form in which a file of people is compared. */
export interface KnownPerson extends PersonTexts, PersonTimes {
  readonly key: string;
  readonly id: string;
  readonly managerKey: string | null;
  readonly sponsorKey: string | null;
}

/** Users whose IDs a file names, in any case, by ID, and the managers of them and of all above, by key. */
export interface KnownPeople {
  readonly byId: ReadonlyMap<string, KnownPerson>;
  readonly managers: ReadonlyMap<string, string | null>;
}

const changeable = [...personTexts, "managerKey", ...personTimes, "sponsorKey"] as const;

/** Changes to write to a person. */
export type PersonChanges = Partial<Pick<KnownPerson, (typeof changeable)[number]>>;

/** Planned action for a row. */
export interface PlannedPerson {
  readonly line: number;
  readonly id: string;
  readonly key: string;
  readonly does: "add" | "change" | "leave";
  readonly changes: PersonChanges;
}

/** Plan for the rows of a file: each row is planned or has a fault. */
export interface PeoplePlan {
  readonly people: readonly PlannedPerson[];
  readonly faults: readonly RowFault[];
}

interface Candidate {
  readonly row: PersonRow;
  readonly person: KnownPerson | undefined;
  readonly key: string;
}

/** Candidates by ID; unknown people by the folded ID. */
type Candidates = ReadonlyMap<string, Candidate>;

/** Plans the actions for rows, a row in each step: unknown people are added, known people are changed if the row differs. */
export function* planPeople(given: readonly PersonRow[], known: KnownPeople, newKey: () => string): Steps<PeoplePlan> {
  const likeIds = Map.groupBy(known.byId.keys(), (id) => foldedId(id));
  const candidates = new Map<string, Candidate>();
  const faults: RowFault[] = [];
  for (const one of given) {
    yield;
    const row = inIdsOf(one, likeIds);
    const { line, id } = row;
    const person = known.byId.get(id);
    const like = person === undefined ? likeIds.get(foldedId(id)) : undefined;
    const before = candidates.get(placeOf(id, known));
    if (like !== undefined) faults.push({ line, column: "id", message: severalMeant(id, like) });
    else if (before === undefined) candidates.set(placeOf(id, known), { row, person, key: person?.key ?? newKey() });
    else faults.push({ line, column: "id", message: repeated(id, before.row) });
  }
  faults.push(...(yield* refuseManagers(candidates, known)));
  const people: PlannedPerson[] = [];
  for (const candidate of candidates.values()) {
    yield;
    people.push(planned(candidate, candidates, known));
  }
  return { people, faults };
}

/** Returns a row with the IDs of the users whom it means, and other IDs as they would be stored. */
function inIdsOf(row: PersonRow, likeIds: ReadonlyMap<string, readonly string[]>): PersonRow {
  const idOf = (name: string) => idMeant(name, likeIds.get(foldedId(name)) ?? []) ?? storedId(name);
  const { manager, sponsor } = row;
  return {
    ...row,
    id: idOf(row.id),
    ...(manager && { manager: idOf(manager) }),
    ...(sponsor && { sponsor: idOf(sponsor) }),
  };
}

const placeOf = (id: string, { byId }: KnownPeople) => (byId.has(id) ? id : foldedId(id));

const repeated = (id: string, { id: other, line }: PersonRow) =>
  other === id
    ? `'${id}' stands in line ${line} too. Keep one of them`
    : `'${id}' and '${other}' in line ${line} are one person: they differ in the case or width of letters alone. Keep one of them`;
const severalMeant = (id: string, ids: readonly string[]) =>
  `'${id}' means several users: ${ids.join(", ")}. Write one of these ids`;

/** Returns the key of a row's manager; null if the row removes the manager, undefined if it names none or an unknown one. */
function managerKeyOf({ manager }: PersonRow, candidates: Candidates, known: KnownPeople): string | null | undefined {
  if (manager === undefined || manager === null) return manager;
  return candidates.get(placeOf(manager, known))?.key ?? known.byId.get(manager)?.key;
}

/**
 * Removes candidates whose managers are not allowed, and returns the reasons. A refused candidate cannot be the manager of another row and
 * keeps the manager of before, so others may have to be refused then. Only those are checked again, because a file may refuse its rows one
 * by one.
 */
function* refuseManagers(candidates: Map<string, Candidate>, known: KnownPeople): Steps<readonly RowFault[]> {
  const all = [...candidates.values()];
  const byKey = new Map(all.map((candidate) => [candidate.key, candidate]));
  const placeOfRow = ({ row }: Candidate) => placeOf(row.id, known);
  const byManager = Map.groupBy(all, ({ row }) => (row.manager ? placeOf(row.manager, known) : row.manager));
  const managers = managersOf(all, candidates, known);
  const faults: RowFault[] = [];
  let suspects = all;
  while (suspects.length > 0) {
    const refused = new Map<Candidate, string>();
    for (const suspect of suspects) {
      yield;
      const problem = candidates.has(placeOfRow(suspect))
        ? managerProblem(suspect, { candidates, known, managers })
        : undefined;
      if (problem !== undefined) refused.set(suspect, problem);
    }
    for (const [refusedOne, message] of refused) {
      const { row, key } = refusedOne;
      faults.push({ line: row.line, column: "manager", message });
      candidates.delete(placeOfRow(refusedOne));
      managers.set(key, known.managers.get(key) ?? null);
    }
    suspects = [...refused.keys()].flatMap((refusedOne) => [
      ...(byManager.get(placeOfRow(refusedOne)) ?? []),
      ...circleThrough(refusedOne.key, managers).flatMap((other) => byKey.get(other) ?? []),
    ]);
  }
  return faults;
}

/** Returns the managers by key as if every row were accepted. */
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
  const sponsorKey = row.sponsor ? known.byId.get(row.sponsor)?.key : row.sponsor;
  const said = { ...row, managerKey: managerKeyOf(row, candidates, known), sponsorKey };
  const changes: PersonChanges = Object.fromEntries(
    changeable.flatMap((name) => {
      const value = said[name];
      return value === undefined || value === (person?.[name] ?? null) ? [] : [[name, value]];
    }),
  );
  if (person === undefined) return { line, id, key, does: "add", changes };
  return { line, id, key, does: Object.keys(changes).length === 0 ? "leave" : "change", changes };
}
