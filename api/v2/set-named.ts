import type { EntitySet } from "../odata/entity-set.ts";

const named = new Map<string, EntitySet>();

/** Registers sets by their names. Sets lead to each other, so none of their files can import all the others. */
export function nameSets(sets: readonly EntitySet[]): void {
  for (const set of sets) named.set(set.name, set);
}

/**
 * Returns the set of a name.
 * @throws RangeError for a name that no set has
 */
export function setNamed(name: string): EntitySet {
  const set = named.get(name);
  if (set === undefined) throw new RangeError(`there is no entity set '${name}'`);
  return set;
}
