import { chainChangesMax } from "../chain-limits.ts";
import type { AuthChain, chainEnds, ChainPurpose } from "./auth-chain.ts";
import type { BuiltInComponentId } from "./chain-components.ts";
import { chooseChain } from "./choose-chain.ts";
import { componentOfStep } from "./component-of-step.ts";
import type { KnownComponent, KnownParts } from "./component.ts";
import { type ChainFacts, isFalsy, selects, selectorWords } from "./selects.ts";

/** Where a sign-in would begin: the chains that there are, and what is known of it. */
export interface WalkStart {
  readonly chains: readonly AuthChain[];
  readonly purpose: ChainPurpose;
  readonly facts: ChainFacts;
  /** Who it is found to be on the way: it becomes a fact behind the first step that asks for the name or proves who it is. */
  readonly userName?: string | undefined;
}

/** A step that was walked. */
export interface WalkedStep {
  readonly chain: string;
  readonly step: string;
  readonly component: string;
  /** Null where the step hands on to another chain. */
  readonly outcome: string | null;
  /** A step, ALLOW or DENY; where the step hands on, the name of the other chain. */
  readonly leadsTo: string;
}

/** A chain of the purpose that is not taken. */
export interface ChainNotTaken {
  readonly name: string;
  readonly reason: string;
}

/** How a sign-in would go. */
export interface ChainWalk {
  /** The chain that is taken first; null = none. */
  readonly taken: string | null;
  readonly notTaken: readonly ChainNotTaken[];
  readonly steps: readonly WalkedStep[];
  /** Null where it does not come to an end. */
  readonly end: (typeof chainEnds)[number] | null;
  /** What there is to say of the end; null = nothing. */
  readonly remark: string | null;
}

type Components = KnownParts["components"];

/** Walks chains with the outcomes that steps are to have, by their names. Nothing is asked of anybody. */
export function walkChain(
  start: WalkStart,
  outcomes: Readonly<Record<string, string>>,
  components: Components,
): ChainWalk {
  const first = placeAt(start, { facts: start.facts, handedOn: 0 });
  const steps: WalkedStep[] = [];
  const ended = (end: ChainWalk["end"], remark: string | null): ChainWalk => {
    return { taken: first?.chain.name ?? null, notTaken: notTakenOf(start, first?.chain), steps, end, remark };
  };
  let place = first;
  while (place !== undefined) {
    const { chain, step } = place;
    const component = chain.steps[step]?.component ?? "";
    const wanted = Object.hasOwn(outcomes, step) ? outcomes[step] : undefined;
    const moved = movesAt(start, place, components).find(
      ({ outcome }, _, moves) => outcome === null || moves.length === 1 || outcome === wanted,
    );
    if (moved === undefined) {
      const all = knownAt(place, components)?.outcomes ?? [];
      const wrong = wanted === undefined ? "" : `It has no outcome '${wanted}'. `;
      return ended(null, `${wrong}Say which outcome the step '${step}' is to have: ${all.join(", ")}.`);
    }
    steps.push({ chain: chain.name, step, component, outcome: moved.outcome, leadsTo: moved.leadsTo });
    if (typeof moved.to === "string") return ended(moved.to, moved.remark ?? null);
    place = moved.to;
  }
  return ended(null, `No chain of the purpose ${start.purpose} is taken.`);
}

/** Whether some way through the chains ends with ALLOW for somebody who can pass those components alone that prove who it is. */
export function hasWayIn(start: WalkStart, passes: (component: string) => boolean, components: Components): boolean {
  const seen = new Set<string>();
  const first = placeAt(start, { facts: start.facts, handedOn: 0 });
  const places = first === undefined ? [] : [first];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { chain, step, facts, handedOn } = place;
    const key = JSON.stringify([chain.name, step, facts["userName"] ?? null, handedOn]);
    if (seen.has(key)) continue;
    seen.add(key);
    const component = chain.steps[step]?.component ?? "";
    for (const { outcome, to } of movesAt(start, place, components)) {
      if (proves(knownAt(place, components), outcome) && !passes(component)) continue;
      if (to === "ALLOW") return true;
      if (to !== "DENY") places.push(to);
    }
  }
  return false;
}

/** Where a walk is. */
interface Place {
  readonly chain: AuthChain;
  readonly step: string;
  readonly facts: ChainFacts;
  /** How many chains have handed it on. */
  readonly handedOn: number;
}

interface Move extends Pick<WalkedStep, "outcome" | "leadsTo"> {
  readonly to: Place | "ALLOW" | "DENY";
  readonly remark?: string;
}

const handsOn: BuiltInComponentId = "selectChain";
const asksName: BuiltInComponentId = "userName";

/** The ways on from a place: by each outcome of its component, or to the chain that is selected. */
function movesAt(start: WalkStart, place: Place, components: Components): readonly Move[] {
  const { chain, step } = place;
  const { component = "", outcomes = {} } = chain.steps[step] ?? {};
  if (component === handsOn) {
    const other = placeAt(start, { ...place, handedOn: place.handedOn + 1 }, chain.name);
    if (other !== undefined) return [moveTo(other)];
  }
  const known = knownAt(place, components);
  return (known?.outcomes ?? []).map((outcome): Move => {
    const leadsTo = outcomes[outcome] ?? "DENY";
    const facts = component === asksName || proves(known, outcome) ? withName(start, place.facts) : place.facts;
    const to = leadsTo === "ALLOW" || leadsTo === "DENY" ? leadsTo : { ...place, step: leadsTo, facts };
    return { outcome, leadsTo, to };
  });
}

function knownAt({ chain, step }: Place, components: Components): KnownComponent | undefined {
  const taken = chain.steps[step];
  return taken && componentOfStep(taken, components);
}

function moveTo(other: Place): Move {
  const move = { outcome: null, leadsTo: other.chain.name };
  if (other.handedOn <= chainChangesMax) return { ...move, to: other };
  return { ...move, to: "DENY", remark: `It is handed on more than ${chainChangesMax} times.` };
}

function proves(known: KnownComponent | undefined, outcome: string | null): boolean {
  return outcome !== null && known?.authenticates.includes(outcome) === true;
}

function withName({ userName }: WalkStart, facts: ChainFacts): ChainFacts {
  return userName === undefined || !isFalsy(facts["userName"]) ? facts : { ...facts, userName };
}

/** The beginning of the chain that is selected, of all but one. */
function placeAt(
  { chains, purpose }: WalkStart,
  { facts, handedOn }: Pick<Place, "facts" | "handedOn">,
  without?: string,
): Place | undefined {
  const others = chains.filter(({ name }) => name !== without);
  const chain = chooseChain(others, purpose, facts);
  return chain === undefined ? undefined : { chain, step: chain.first, facts, handedOn };
}

function notTakenOf({ chains, purpose, facts }: WalkStart, taken: AuthChain | undefined): readonly ChainNotTaken[] {
  const others = chains.filter((chain) => chain.purpose === purpose && chain !== taken);
  return others.map(({ name, selectors, position }) => {
    const refusing = selectors.filter((selector) => !selects(selector, facts)).map(refusalWords);
    if (refusing.length > 0) return { name, reason: refusing.join(" ") };
    const behind = `It stands at ${position}, behind '${taken?.name ?? ""}' at ${taken?.position ?? position}.`;
    return { name, reason: behind };
  });
}

const refusalWords = (selector: Parameters<typeof selectorWords>[0]) => `'${selectorWords(selector)}' does not match.`;
