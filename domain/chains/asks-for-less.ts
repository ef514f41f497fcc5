import type { KnownParts } from "./component.ts";
import {
  firstPlace,
  hasWayIn,
  movesAt,
  type PlaceBudget,
  placeKey,
  type TakenOutcome,
  type WalkStart,
} from "./walk-chain.ts";

type Components = KnownParts["components"];

/** One way through a chain to ALLOW: outcomes that were proved on it, or that hold for a person, such as that there are no codes. */
type Way = readonly TakenOutcome[];

/** Difference by which one sign-in asks for less than another. */
export interface AskedLess {
  /**
   * Outcomes with which one sign-in is allowed and the other is not, such as `password (passed)`; null if there are too many ways to look
   * at.
   */
  readonly way: readonly string[] | null;
}

/** Extent of the comparison of two sign-ins. */
export interface Comparison {
  readonly components: Components;
  readonly budget: PlaceBudget;
  /** Returns false for ways that are not compared. */
  counts(way: readonly TakenOutcome[]): boolean;
}

/**
 * Reports whether one sign-in asks for less than another: whether someone could be allowed by it with proofs that are not enough for the
 * other. A sign-in asks for the proofs on each of its ways to ALLOW; a person who can prove all of one way of the other is allowed there.
 * Undefined if it asks for no less.
 */
export function asksForLess(
  one: WalkStart,
  other: WalkStart,
  { components, budget, counts }: Comparison,
): AskedLess | undefined {
  const ways = waysIn(one, components, budget);
  const less = ways.find((way) => {
    const atHand = new Set(way.map(keyOf));
    return counts(way) && !hasWayIn(other, (taken) => !isProof(taken) || atHand.has(keyOf(taken)), components, budget);
  });
  if (budget.left < 0) return { way: null };
  return less && { way: less.map(({ component, outcome }) => `${component} (${outcome})`) };
}

// Anyone can fail a step, give a name, and have a CAPTCHA judge them.
const free = ["failed", "given"];

/** Returns true if an outcome proves something about the person. */
function isProof({ component, outcome }: TakenOutcome): boolean {
  return !free.includes(outcome) && component !== "captcha" && component !== "selectChain";
}

function keyOf({ mark, outcome }: TakenOutcome): string {
  return `${mark} ${outcome}`;
}

/** Returns the ways to ALLOW, those with the fewest proofs first; empty once the budget is used up. */
function waysIn(start: WalkStart, components: Components, budget: PlaceBudget): readonly Way[] {
  const proofs = new Map<string, { readonly taken: TakenOutcome; readonly bit: bigint }>();
  const withProof = (way: bigint, taken: TakenOutcome | undefined) => {
    if (taken === undefined || !isProof(taken)) return way;
    const key = keyOf(taken);
    const proof = proofs.get(key) ?? { taken, bit: 1n << BigInt(proofs.size) };
    proofs.set(key, proof);
    return way | proof.bit;
  };
  const found = new Set<bigint>();
  const seen = new Set<string>();
  const first = firstPlace(start);
  const walks = first === undefined ? [] : [{ place: first, way: 0n }];
  for (let walk = walks.pop(); walk !== undefined; walk = walks.pop()) {
    const { place, way } = walk;
    const key = `${placeKey(place)} ${way}`;
    if (seen.has(key)) continue;
    seen.add(key);
    budget.left -= 1;
    if (budget.left < 0) return [];
    for (const { taken, to } of movesAt(start, place, components)) {
      if (to === "ALLOW") found.add(withProof(way, taken));
      else if (to !== "DENY") walks.push({ place: to, way: withProof(way, taken) });
    }
  }
  const ways = [...found].map((way) =>
    [...proofs.values()].flatMap(({ taken, bit }) => ((way & bit) === 0n ? [] : taken)),
  );
  return ways.toSorted((a, b) => a.length - b.length);
}
