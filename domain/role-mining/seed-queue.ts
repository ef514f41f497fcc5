import type { ClosedSet } from "./closed-sets.ts";

/** An entitlement with which sets begin, and what is known of the best of them. */
export interface Seed {
  readonly world: number;
  readonly rarest: number;
  /** Number of grants that none of its sets exceeds; the one of its set, if there is one. */
  readonly highest: number;
  /** Best set at the time of its search; undefined if it was not searched. */
  readonly set: ClosedSet | undefined;
}

/** Seeds, of which the one that may replace most grants comes first. */
export interface SeedQueue {
  take(): Seed | undefined;
  put(seed: Seed): void;
}

/** Makes a queue (a binary heap). */
export function createSeedQueue(seeds: readonly Seed[]): SeedQueue {
  const heap = seeds.toSorted((a, b) => (comesBefore(a, b) ? -1 : 1));
  const seedAt = (place: number) => heap[place] as Seed;

  function swap(one: number, other: number): void {
    [heap[one], heap[other]] = [seedAt(other), seedAt(one)];
  }

  function sink(from: number): void {
    let place = from;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= heap.length) return;
      const right = left + 1;
      const child = right < heap.length && comesBefore(seedAt(right), seedAt(left)) ? right : left;
      if (!comesBefore(seedAt(child), seedAt(place))) return;
      swap(place, child);
      place = child;
    }
  }

  return {
    take() {
      const [first] = heap;
      const last = heap.pop();
      if (first === undefined || last === undefined || heap.length === 0) return first;
      heap[0] = last;
      sink(0);
      return first;
    },
    put(seed) {
      heap.push(seed);
      let place = heap.length - 1;
      while (place > 0) {
        const parent = (place - 1) >> 1;
        if (!comesBefore(seedAt(place), seedAt(parent))) return;
        swap(place, parent);
        place = parent;
      }
    },
  };
}

/** Reports whether a seed comes before another one: no two of them are equal, so the order is always the same. */
function comesBefore(one: Seed, other: Seed): boolean {
  if (one.highest !== other.highest) return one.highest > other.highest;
  return one.world === other.world ? one.rarest < other.rarest : one.world < other.world;
}
