import { type AccountNames, formsOf, type NamedAccount, namesOf } from "./account-names.ts";

/** A person with the current manager, and the manager that a source names. */
export interface ChartPerson {
  readonly key: string;
  readonly id: string;
  readonly managerKey: string | null;
  /** Source that names the manager; null if none does, so that the current manager stays. */
  readonly source: string | null;
  /** Reference of the source to the manager; null if there is none. */
  readonly reference: string | null;
}

/** Managers of people. */
export interface OrgChart {
  /** Manager of each person for whom a source names one; null if the person has none. */
  readonly managers: ReadonlyMap<string, string | null>;
  /** IDs of people whose manager is unknown, or not one person. */
  readonly unknown: readonly string[];
  /** IDs of the people of each circle that a source takes part in. */
  readonly circles: readonly (readonly string[])[];
}

/**
 * Finds the managers that sources name: by the ID, the DN or the name of an account in the same source, else by the DN in another one, else
 * by the person's ID. The order of a listing makes no difference. No one on a circle of managers gets a manager from a source, because none
 * of its steps is more right than the others.
 */
export function orgChartOf(people: readonly ChartPerson[], accounts: Iterable<NamedAccount>): OrgChart {
  const names = namesOf(
    people.flatMap(({ reference }) => reference ?? []),
    accounts,
  );
  const ids = new Map(people.map(({ id, key }) => [id, key]));
  const managers = new Map<string, string | null>();
  const unknown: string[] = [];
  for (const { key, id, source, reference } of people) {
    if (source === null) continue;
    const found = reference === null ? null : managerNamed(source, reference, names, ids);
    if (found === undefined) unknown.push(id);
    managers.set(key, found ?? null);
  }
  return { managers, unknown, circles: withoutCircles(people, managers) };
}

/** Returns the key of the manager with the name; undefined if no one or more than one person has it. */
function managerNamed(
  source: string,
  reference: string,
  names: AccountNames,
  ids: ReadonlyMap<string, string>,
): string | undefined {
  const forms = formsOf(reference);
  const places = [...forms.map((form) => `${source}\n${form}`), ...forms];
  const place = places.find((name) => names.has(name));
  return (place === undefined ? ids.get(reference.trim()) : names.get(place)) ?? undefined;
}

/** Removes the managers from everyone on a circle that a source takes part in. Returns the IDs on each. */
function withoutCircles(people: readonly ChartPerson[], managers: Map<string, string | null>): string[][] {
  const known = new Map(people.map((person) => [person.key, person]));
  const next = (key: string) => (managers.has(key) ? managers.get(key) : known.get(key)?.managerKey) ?? undefined;
  const seen = new Set<string>();
  const circles: string[][] = [];
  for (const { key } of people) {
    const path = new Map<string, number>();
    let at: string | undefined = key;
    while (at !== undefined && !seen.has(at) && !path.has(at)) {
      path.set(at, path.size);
      at = next(at);
    }
    const start = at === undefined ? undefined : path.get(at);
    const circle = start === undefined ? [] : [...path.keys()].slice(start);
    for (const one of path.keys()) seen.add(one);
    const led = circle.filter((one) => managers.has(one));
    for (const one of led) managers.set(one, null);
    if (led.length > 0) circles.push(circle.map((one) => known.get(one)?.id ?? one));
  }
  return circles;
}
