import type { Steps } from "../steps.ts";
import type { HeldAccess } from "./held-access.ts";
import { increase, numberAt, startsOf } from "./number-at.ts";

/**
 * People of one department, for the search. People with the same set of entitlements are one pattern; the entitlements are numbered by the
 * number of their holders here, the rarest first.
 */
export interface World {
  readonly department: number;
  readonly patterns: number;
  /** Entitlement of each number. */
  readonly entitlementOf: Uint32Array;
  /** Number of people of each pattern. */
  readonly weights: Uint32Array;
  /** People of the patterns, those of each one together and ascending. */
  readonly persons: Uint32Array;
  readonly personStarts: Uint32Array;
  /** Entitlements of the patterns, those of each one together and ascending. */
  readonly items: Uint32Array;
  readonly itemStarts: Uint32Array;
  /** Patterns of the entitlements, those of each one together and ascending. */
  readonly holders: Uint32Array;
  readonly holderStarts: Uint32Array;
  /** Grants that a suggestion replaces: 1 at the place of an entitlement in `items`. */
  readonly covered: Uint8Array;
}

/** Makes the world of some people. */
export function* worldOf(held: HeldAccess, people: readonly number[], department: number): Steps<World> {
  const entitlementOf = rarestFirst(held, people);
  const numberOf = new Map<number, number>();
  entitlementOf.forEach((entitlement, number) => numberOf.set(entitlement, number));
  yield;
  const patterns = collapsed(held, people);
  yield;
  const persons = Uint32Array.from(patterns.flat());
  const sizes = Uint32Array.from(
    patterns,
    ([first = 0]) => numberAt(held.starts, first + 1) - numberAt(held.starts, first),
  );
  const itemStarts = startsOf(sizes);
  const items = new Uint32Array(numberAt(itemStarts, patterns.length));
  const holderSizes = new Uint32Array(entitlementOf.length);
  patterns.forEach(([first = 0], pattern) => {
    const row = held.items.subarray(held.starts[first], held.starts[first + 1]);
    const numbers = row.map((entitlement) => numberOf.get(entitlement) as number).toSorted();
    items.set(numbers, numberAt(itemStarts, pattern));
    for (const number of numbers) increase(holderSizes, number);
  });
  yield;
  const weights = Uint32Array.from(patterns, ({ length }) => length);
  return {
    department,
    patterns: patterns.length,
    entitlementOf,
    weights,
    persons,
    personStarts: startsOf(weights),
    items,
    itemStarts,
    ...turned(itemStarts, items, holderSizes),
    covered: new Uint8Array(items.length),
  };
}

/** Returns the entitlements of some people by the number of their holders, the rarest first. */
function rarestFirst({ starts, items, entitlements }: HeldAccess, people: readonly number[]): Uint32Array {
  const holders = new Uint32Array(entitlements);
  for (const person of people) {
    for (let place = numberAt(starts, person); place < numberAt(starts, person + 1); place += 1)
      increase(holders, numberAt(items, place));
  }
  const there = [...holders.keys()].filter((entitlement) => numberAt(holders, entitlement) > 0);
  return Uint32Array.from(there.toSorted((a, b) => numberAt(holders, a) - numberAt(holders, b) || a - b));
}

/** Returns the people by their set of entitlements, those with the same one together. */
function collapsed({ starts, items }: HeldAccess, people: readonly number[]): readonly (readonly number[])[] {
  const byHash = new Map<number, number[][]>();
  const patterns: number[][] = [];
  const rowOf = (person: number) => items.subarray(starts[person], starts[person + 1]);
  for (const person of people) {
    const row = rowOf(person);
    if (row.length === 0) continue;
    const hash = hashOf(row);
    const alike = byHash.get(hash) ?? [];
    const same = alike.find(([first = 0]) => isSame(rowOf(first), row));
    if (same !== undefined) {
      same.push(person);
      continue;
    }
    const pattern = [person];
    patterns.push(pattern);
    alike.push(pattern);
    byHash.set(hash, alike);
  }
  return patterns;
}

function hashOf(row: Uint32Array): number {
  let hash = 0x811c9dc5;
  for (const item of row) hash = Math.imul(hash ^ item, 0x01000193) ^ (hash >>> 15);
  return hash;
}

function isSame(one: Uint32Array, other: Uint32Array): boolean {
  return one.length === other.length && one.every((item, place) => item === other[place]);
}

/** Returns the rows of each item, of the items of each row. */
function turned(starts: Uint32Array, items: Uint32Array, sizes: Uint32Array): Pick<World, "holders" | "holderStarts"> {
  const holderStarts = startsOf(sizes);
  const next = holderStarts.slice();
  const holders = new Uint32Array(items.length);
  for (let row = 0; row + 1 < starts.length; row += 1) {
    for (let place = numberAt(starts, row); place < numberAt(starts, row + 1); place += 1) {
      const item = numberAt(items, place);
      holders[numberAt(next, item)] = row;
      increase(next, item);
    }
  }
  return { holders, holderStarts };
}
