import { increase, numberAt, startsOf } from "./number-at.ts";

/** Access of people as numbers: a table of people and entitlements that holds only what is there. */
export interface HeldAccess {
  readonly people: number;
  readonly entitlements: number;
  /** Place of the first entitlement of each person, and the end of the last one. */
  readonly starts: Uint32Array;
  /** Entitlements of each person, ascending and each once. */
  readonly items: Uint32Array;
}

/** Collector of single grants, in any order. */
export interface AccessCollector {
  add(person: number, entitlement: number): void;
  /** Returns what was collected, each entitlement of a person once. */
  collected(people: number, entitlements: number): HeldAccess;
}

const firstCapacity = 1024;

/** Makes an empty collector. */
export function createAccessCollector(): AccessCollector {
  let persons = new Uint32Array(firstCapacity);
  let given = new Uint32Array(firstCapacity);
  let count = 0;
  return {
    add(person, entitlement) {
      if (count === persons.length) {
        persons = doubled(persons);
        given = doubled(given);
      }
      persons[count] = person;
      given[count] = entitlement;
      count += 1;
    },
    collected(people, entitlements) {
      // By entitlement first: the rows of people, filled in this order, are ascending.
      const places = placesBy(given.subarray(0, count), entitlements);
      const sizes = new Uint32Array(people);
      for (const place of places) increase(sizes, numberAt(persons, place));
      const starts = startsOf(sizes);
      const next = starts.slice();
      const items = new Uint32Array(count);
      for (const place of places) {
        const person = numberAt(persons, place);
        items[numberAt(next, person)] = numberAt(given, place);
        increase(next, person);
      }
      return { people, entitlements, ...withoutRepeats(starts, items) };
    },
  };
}

function doubled(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** Returns the places of numbers in the order of the numbers. */
function placesBy(numbers: Uint32Array, limit: number): Uint32Array {
  const sizes = new Uint32Array(limit);
  for (const number of numbers) increase(sizes, number);
  const next = startsOf(sizes);
  const places = new Uint32Array(numbers.length);
  numbers.forEach((number, place) => {
    places[numberAt(next, number)] = place;
    increase(next, number);
  });
  return places;
}

function withoutRepeats(starts: Uint32Array, items: Uint32Array): Pick<HeldAccess, "starts" | "items"> {
  const kept = new Uint32Array(starts.length);
  let count = 0;
  for (let row = 0; row + 1 < starts.length; row += 1) {
    const begin = numberAt(starts, row);
    for (let place = begin; place < numberAt(starts, row + 1); place += 1) {
      const item = numberAt(items, place);
      if (place > begin && item === items[place - 1]) continue;
      // A write never passes the place that is read.
      items[count] = item;
      count += 1;
    }
    kept[row + 1] = count;
  }
  return { starts: kept, items: items.subarray(0, count) };
}
