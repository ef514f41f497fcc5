import { comparedWaysMax } from "../chain-limits.ts";
import type { KnownParts } from "./component.ts";
import { firstPlace, hasWayIn, movesAt, placeKey, type TakenOutcome, type WalkStart } from "./walk-chain.ts";

type Components = KnownParts["components"];
type Place = NonNullable<ReturnType<typeof firstPlace>>;

/** One way through a chain to ALLOW: what was proved on it, or is so of a person, such as that there are no codes. */
type Way = ReadonlyMap<string, TakenOutcome>;

/** What a sign-in asks for less than another one. */
export interface AskedLess {
  /** The outcomes by which one sign-in is allowed and the other is not, such as `password (passed)`; null = there are too many ways to look at. */
  readonly way: readonly string[] | null;
}

/**
 * Says whether one sign-in asks for less than another: whether somebody could be allowed by it with proofs that are not enough for the
 * other. A sign-in asks for what has to be proved on each of its ways to ALLOW; whoever can prove all of one way of the other is allowed
 * there. `counts` leaves out ways that are not to be compared. Undefined where it asks for no less.
 */
export function asksForLess(
  one: WalkStart,
  other: WalkStart,
  components: Components,
  counts: (way: readonly TakenOutcome[]) => boolean = () => true,
): AskedLess | undefined {
  const ways = waysIn(one, components);
  if (ways === undefined) return { way: null };
  const less = ways.find(
    (way) => counts([...way.values()]) && !hasWayIn(other, (taken) => isAtHand(taken, way), components),
  );
  return less && { way: [...less.values()].map(({ component, outcome }) => `${component} (${outcome})`) };
}

function isAtHand(taken: TakenOutcome, way: Way): boolean {
  return !isProof(taken) || way.has(keyOf(taken));
}

// Anybody can fail a step, give a name, and have a CAPTCHA judge them.
const free = ["failed", "given"];

/** Whether an outcome says something of the person. */
function isProof({ component, outcome }: TakenOutcome): boolean {
  return !free.includes(outcome) && component !== "captcha" && component !== "selectChain";
}

function keyOf({ mark, outcome }: TakenOutcome): string {
  return `${mark} ${outcome}`;
}

/** The ways to ALLOW, of which no other one needs less; undefined where there are too many to look at. */
function waysIn(start: WalkStart, components: Components): readonly Way[] | undefined {
  const found = new Map<string, Way>();
  const seen = new Set<string>();
  const first = firstPlace(start);
  const walks: { readonly place: Place; readonly way: Way }[] =
    first === undefined ? [] : [{ place: first, way: new Map() }];
  for (let walk = walks.pop(); walk !== undefined; walk = walks.pop()) {
    const { place, way } = walk;
    const key = `${placeKey(place)} ${wayKey(way)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (seen.size > comparedWaysMax) return undefined;
    for (const { taken, to } of movesAt(start, place, components)) {
      if (to === "DENY") continue;
      const next = taken !== undefined && isProof(taken) ? new Map([...way, [keyOf(taken), taken] as const]) : way;
      if (to === "ALLOW") found.set(wayKey(next), next);
      else walks.push({ place: to, way: next });
    }
  }
  return [...found.values()].toSorted((a, b) => a.size - b.size);
}

function wayKey(way: Way): string {
  return [...way.keys()].toSorted().join("\n");
}
