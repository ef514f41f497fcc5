import { increase, numberAt } from "./number-at.ts";
import type { World } from "./world.ts";

/** A set of entitlements that contains everything that its people have in common. */
export interface ClosedSet {
  /** Patterns of the people who have all of it, ascending. */
  readonly patterns: Uint32Array;
  /** Numbers of its entitlements, ascending. */
  readonly items: Uint32Array;
  /** Grants in it that no suggestion replaces yet. */
  readonly gain: number;
}

/** Bounds of a search. */
export interface SearchBounds {
  readonly peopleMin: number;
  readonly entitlementsMin: number;
  /** Number of grants that may be looked at. */
  readonly looksMax: number;
}

/** Result of a search. */
export interface Found {
  /** Best set; undefined if none is within the bounds. */
  readonly best: ClosedSet | undefined;
  readonly looks: number;
  /** True if no other set of the search replaces more grants. */
  readonly isExact: boolean;
}

/** Search for the closed set that replaces most grants. */
export interface ClosedSetSearch {
  /** Finds the best one among those whose rarest entitlement this is. */
  bestOf(rarest: number, bounds: SearchBounds): Found;
  /** Returns the number of grants of a set that no suggestion replaces yet. */
  gainOf(set: ClosedSet): number;
}

/** Entitlements that some people have, besides those that all of them have. */
interface Look {
  readonly patterns: Uint32Array;
  /** Entitlements that all have, ascending, with the grants in them that are not replaced yet. */
  readonly closure: Uint32Array;
  readonly gain: number;
  /** Entitlements after the last one added that enough have, ascending, with their people and their grants that are not replaced yet. */
  readonly more: Uint32Array;
  readonly people: Uint32Array;
  readonly open: Uint32Array;
}

/**
 * Makes the search in a world. It walks through the closed sets, each once (LCM: an entitlement is added only if the closure gains nothing
 * before it), leaves those out that cannot be better than the best one so far, and begins with a walk that always adds the most common one.
 */
export function createClosedSetSearch(world: World): ClosedSetSearch {
  return new Search(world);
}

class Search implements ClosedSetSearch {
  readonly #world: World;
  readonly #people: Uint32Array;
  readonly #open: Uint32Array;
  #bounds: SearchBounds = { peopleMin: 1, entitlementsMin: 1, looksMax: 0 };
  #rarest = 0;
  #best: ClosedSet | undefined;
  #mostGain = 0;
  #looks = 0;

  constructor(world: World) {
    this.#world = world;
    this.#people = new Uint32Array(world.entitlementOf.length);
    this.#open = new Uint32Array(world.entitlementOf.length);
  }

  bestOf(rarest: number, bounds: SearchBounds): Found {
    this.#bounds = bounds;
    this.#rarest = rarest;
    this.#best = undefined;
    this.#mostGain = 0;
    this.#looks = 0;
    const { holders, holderStarts } = this.#world;
    const first = this.#look(holders.subarray(holderStarts[rarest], holderStarts[rarest + 1]), rarest);
    if (first !== undefined && first.closure[0] === rarest) {
      this.#walkDown(first);
      this.#visit(first);
    }
    return { best: this.#best, looks: this.#looks, isExact: this.#looks <= bounds.looksMax };
  }

  gainOf({ patterns, items }: ClosedSet): number {
    const { weights, itemStarts, covered } = this.#world;
    let gain = 0;
    for (const pattern of patterns) {
      const row = this.#rowOf(pattern);
      const start = numberAt(itemStarts, pattern);
      let place = 0;
      for (const item of items) {
        while (numberAt(row, place) < item) place += 1;
        if (covered[start + place] === 0) gain += numberAt(weights, pattern);
      }
    }
    return gain;
  }

  #rowOf(pattern: number): Uint32Array {
    const { items, itemStarts } = this.#world;
    return items.subarray(itemStarts[pattern], itemStarts[pattern + 1]);
  }

  /** Counts what the people of some patterns have; undefined if they are too few. */
  #look(patterns: Uint32Array, last: number): Look | undefined {
    const { weights, items, itemStarts, covered } = this.#world;
    const people = this.#people;
    const open = this.#open;
    const touched: number[] = [];
    let all = 0;
    for (const pattern of patterns) {
      const weight = numberAt(weights, pattern);
      all += weight;
      for (let place = numberAt(itemStarts, pattern); place < numberAt(itemStarts, pattern + 1); place += 1) {
        const item = numberAt(items, place);
        if (people[item] === 0) touched.push(item);
        increase(people, item, weight);
        if (covered[place] === 0) increase(open, item, weight);
        this.#looks += 1;
      }
    }
    const look = all < this.#bounds.peopleMin ? undefined : this.#sorted(patterns, touched, { all, last });
    for (const item of touched) people[item] = open[item] = 0;
    return look;
  }

  #sorted(
    patterns: Uint32Array,
    touched: readonly number[],
    { all, last }: { readonly all: number; readonly last: number },
  ): Look {
    const closure: number[] = [];
    const more: number[] = [];
    let gain = 0;
    for (const item of touched) {
      const people = numberAt(this.#people, item);
      if (people === all) {
        closure.push(item);
        gain += numberAt(this.#open, item);
      } else if (item > last && people >= this.#bounds.peopleMin) more.push(item);
    }
    const ascending = Uint32Array.from(more).toSorted();
    return {
      patterns,
      closure: Uint32Array.from(closure).toSorted(),
      gain,
      more: ascending,
      people: ascending.map((item) => numberAt(this.#people, item)),
      open: ascending.map((item) => numberAt(this.#open, item)),
    };
  }

  #offer({ patterns, closure, gain }: Look): void {
    if (closure.length < this.#bounds.entitlementsMin || gain <= this.#mostGain) return;
    this.#best = { patterns, items: closure, gain };
    this.#mostGain = gain;
  }

  /** Adds the most common entitlement again and again: a good set early leaves many others out. */
  #walkDown(first: Look): void {
    let look: Look | undefined = first;
    while (look !== undefined) {
      this.#offer(look);
      let next = -1;
      let most = 0;
      look.people.forEach((people, place) => {
        if (people <= most) return;
        most = people;
        next = place;
      });
      if (next === -1) return;
      look = this.#look(this.#having(look.patterns, numberAt(look.more, next)), this.#rarest);
    }
  }

  #visit(look: Look): void {
    if (look.closure.length === 0 || numberAt(look.closure, 0) < this.#rarest) return;
    this.#offer(look);
    if (this.#highest(look) <= this.#mostGain) return;
    const { patterns, closure, gain, more, people, open } = look;
    let openAfter = open.reduce((sum, one) => sum + one, 0);
    for (let place = 0; place < more.length; place += 1) {
      // Each of these people has at most all entitlements that are left.
      const highest = Math.min(numberAt(people, place) * (closure.length + more.length - place), gain + openAfter);
      openAfter -= numberAt(open, place);
      if (highest <= this.#mostGain) continue;
      if (this.#looks > this.#bounds.looksMax) return;
      const item = numberAt(more, place);
      const next = this.#look(this.#having(patterns, item), item);
      if (next !== undefined && isFirstWay(closure, next.closure, item)) this.#visit(next);
    }
  }

  /** Returns a number of grants that no set with more entitlements can exceed. */
  #highest({ closure, gain, people, open }: Look): number {
    const order = [...people.keys()].toSorted((a, b) => numberAt(people, b) - numberAt(people, a));
    let highest = gain;
    let sum = gain;
    order.forEach((place, before) => {
      sum += numberAt(open, place);
      highest = Math.max(highest, Math.min(sum, numberAt(people, place) * (closure.length + before + 1)));
    });
    return highest;
  }

  /** Returns those of the patterns that have an entitlement. */
  #having(patterns: Uint32Array, item: number): Uint32Array {
    return patterns.filter((pattern) => has(this.#rowOf(pattern), item));
  }
}

/** Reports whether a closure has nothing new before the entitlement that was added: otherwise another way leads to it. */
function isFirstWay(before: Uint32Array, closure: Uint32Array, added: number): boolean {
  let known = 0;
  for (const item of closure) {
    if (item >= added) return true;
    if (before[known] !== item) return false;
    known += 1;
  }
  return true;
}

function has(row: Uint32Array, item: number): boolean {
  let low = 0;
  let high = row.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = numberAt(row, middle);
    if (found === item) return true;
    if (found < item) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
