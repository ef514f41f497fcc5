import type { Steps } from "../steps.ts";
import { type ClosedSet, type ClosedSetSearch, createClosedSetSearch } from "./closed-sets.ts";
import type { HeldAccess } from "./held-access.ts";
import { increase, numberAt } from "./number-at.ts";
import { createSeedQueue, type Seed } from "./seed-queue.ts";
import { suggestionOf } from "./suggestion-of.ts";
import type { MiningResult, MiningTerms, Suggestion } from "./suggestion.ts";
import { type World, worldOf } from "./world.ts";

/** Grants that one search, and all of them together, may look at before they take what they have. */
const looksOfSearchMax = 3_000_000;
const looksMax = 6_000_000_000;

/** Report on the progress of a search. */
export type OnSuggestion = (found: number) => void;

/**
 * Finds the roles that would replace most grants, one after the other: each is the closed set that replaces most of the grants that
 * those before it do not replace. The result depends on nothing but the access and the terms.
 */
export function* mineRoles(
  held: HeldAccess,
  departmentOf: Uint32Array,
  terms: MiningTerms,
  onSuggestion: OnSuggestion = () => undefined,
): Steps<MiningResult> {
  const worlds = yield* worldsOf(held, departmentOf);
  const searches = worlds.map(createClosedSetSearch);
  const queue = createSeedQueue(seedsOf(worlds));
  const suggestions: Suggestion[] = [];
  let looks = 0;
  let isExact = true;
  while (suggestions.length < terms.rolesMax) {
    const seed = queue.take();
    if (seed === undefined || seed.highest < terms.peopleMin * terms.entitlementsMin) break;
    yield;
    const world = worlds[seed.world] as World;
    const search = searches[seed.world] as ClosedSetSearch;
    if (seed.set !== undefined && search.gainOf(seed.set) === seed.highest) {
      suggestions.push(suggestionOf(world, cover(world, seed.set), terms));
      onSuggestion(suggestions.length);
      // The same entitlement may be the rarest of a further set.
      queue.put({ ...seed, set: undefined });
      continue;
    }
    const found = search.bestOf(seed.rarest, { ...terms, looksMax: Math.min(looksOfSearchMax, looksMax - looks) });
    looks += found.looks;
    isExact &&= found.isExact;
    if (found.best !== undefined) queue.put({ ...seed, highest: found.best.gain, set: found.best });
  }
  return { suggestions, patterns: worlds.reduce((sum, { patterns }) => sum + patterns, 0), isExact };
}

function* worldsOf(held: HeldAccess, departmentOf: Uint32Array): Steps<readonly World[]> {
  const peopleOf = new Map<number, number[]>();
  for (let person = 0; person < held.people; person += 1) {
    const department = numberAt(departmentOf, person);
    const people = peopleOf.get(department) ?? [];
    people.push(person);
    peopleOf.set(department, people);
  }
  const worlds: World[] = [];
  for (const [department, people] of [...peopleOf].toSorted(([a], [b]) => a - b))
    worlds.push(yield* worldOf(held, people, department));
  return worlds;
}

/** Returns a seed for each entitlement of each world, with the grants that a set with it as its rarest one can have at most. */
function seedsOf(worlds: readonly World[]): Seed[] {
  return worlds.flatMap(({ entitlementOf, patterns, weights, items, itemStarts }, world) => {
    const highest = new Uint32Array(entitlementOf.length);
    for (let pattern = 0; pattern < patterns; pattern += 1) {
      const end = numberAt(itemStarts, pattern + 1);
      for (let place = numberAt(itemStarts, pattern); place < end; place += 1)
        increase(highest, numberAt(items, place), numberAt(weights, pattern) * (end - place));
    }
    return Array.from(highest, (most, rarest): Seed => ({ world, rarest, highest: most, set: undefined }));
  });
}

/** Marks the grants of a set as replaced. */
function cover({ items, itemStarts, covered }: World, set: ClosedSet): ClosedSet {
  for (const pattern of set.patterns) {
    let place = numberAt(itemStarts, pattern);
    for (const item of set.items) {
      while (numberAt(items, place) < item) place += 1;
      covered[place] = 1;
    }
  }
  return set;
}
