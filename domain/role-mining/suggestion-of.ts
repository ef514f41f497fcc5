import type { ClosedSet } from "./closed-sets.ts";
import { numberAt } from "./number-at.ts";
import type { Gainer, MiningTerms, Suggestion } from "./suggestion.ts";
import type { World } from "./world.ts";

/** Returns the suggestion of a closed set, with the people who would be tolerated. */
export function suggestionOf(
  world: World,
  set: ClosedSet,
  { tolerancePercent }: Pick<MiningTerms, "tolerancePercent">,
): Suggestion {
  const lackingMax = Math.floor((set.items.length * tolerancePercent) / 100);
  const gainers = lackingMax === 0 ? [] : gainersOf(world, set, lackingMax);
  const own = [...set.patterns].flatMap((pattern) => personsOf(world, pattern));
  const people = Uint32Array.from([...own, ...gainers.map(({ person }) => person)]).toSorted();
  const { department } = world;
  return { department, people, entitlements: entitlementsOf(world, set.items), grantsReplaced: set.gain, gainers };
}

/** Returns the people who lack some of a set, but not more than this. */
function gainersOf(world: World, { items }: ClosedSet, lackingMax: number): readonly Gainer[] {
  const gainers: Gainer[] = [];
  for (let pattern = 0; pattern < world.patterns; pattern += 1) {
    const row = world.items.subarray(world.itemStarts[pattern], world.itemStarts[pattern + 1]);
    if (row.length + lackingMax < items.length) continue;
    const lacking = missing(row, items);
    if (lacking.length === 0 || lacking.length > lackingMax) continue;
    const entitlements = entitlementsOf(world, Uint32Array.from(lacking));
    gainers.push(...personsOf(world, pattern).map((person) => ({ person, entitlements })));
  }
  return gainers.toSorted((a, b) => a.person - b.person);
}

function personsOf({ persons, personStarts }: World, pattern: number): number[] {
  return [...persons.subarray(personStarts[pattern], personStarts[pattern + 1])];
}

function entitlementsOf({ entitlementOf }: World, items: Uint32Array): Uint32Array {
  return items.map((item) => numberAt(entitlementOf, item)).toSorted();
}

/** Returns the items of a set that a row lacks; both are ascending. */
function missing(row: Uint32Array, items: Uint32Array): number[] {
  const lacking: number[] = [];
  let place = 0;
  for (const item of items) {
    while (place < row.length && numberAt(row, place) < item) place += 1;
    if (row[place] !== item) lacking.push(item);
  }
  return lacking;
}
