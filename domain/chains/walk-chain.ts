import { chainChangesMax } from "../chain-limits.ts";
import type { AuthChain, chainEnds, ChainPurpose } from "./auth-chain.ts";
import type { BuiltInComponentId } from "./chain-components.ts";
import { chooseAnew, chooseChain } from "./choose-chain.ts";
import { componentOfStep } from "./component-of-step.ts";
import type { KnownComponent, KnownParts } from "./component.ts";
import { type ChainFacts, isFalsy, selects, selectorWords } from "./selects.ts";
import { proofFor, stepMark, type StepProof } from "./step-mark.ts";

/** Beginning of a sign-in: the chains that exist, and its facts. */
export interface WalkStart {
  readonly chains: readonly AuthChain[];
  readonly purpose: ChainPurpose;
  readonly facts: ChainFacts;
  /** Name of the user who is found on the way; it becomes a fact behind the first step that asks for the name or proves who the user is. */
  readonly userName?: string | undefined;
}

/** Step that was walked. */
export interface WalkedStep {
  readonly chain: string;
  readonly step: string;
  readonly component: string;
  /** Null if the step hands over to another chain. */
  readonly outcome: string | null;
  /**
   * Name of a step, ALLOW or DENY. If another chain continues, because the step hands over or a name is known now, the name of that
   * chain.
   */
  readonly leadsTo: string;
}

/** Chain of the purpose that is not taken, with the reason. */
export interface ChainNotTaken {
  readonly name: string;
  readonly reason: string;
}

/** Course of a simulated sign-in. */
export interface ChainWalk {
  /** Name of the chain that is taken first; null if none is. */
  readonly taken: string | null;
  readonly notTaken: readonly ChainNotTaken[];
  readonly steps: readonly WalkedStep[];
  /** End of the walk; null if it does not come to one. */
  readonly end: (typeof chainEnds)[number] | null;
  /** Remark about the end; null if there is none. */
  readonly remark: string | null;
}

type Components = KnownParts["components"];

/** Walks chains with the outcomes that steps are to have, by their names. Nothing is asked of anyone. */
export function walkChain(
  start: WalkStart,
  outcomes: Readonly<Record<string, string>>,
  components: Components,
): ChainWalk {
  const first = firstPlace(start);
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

/** Outcome that a step may have on a way. */
export interface TakenOutcome {
  readonly component: string;
  /** Mark by which the step is recognized in another chain. */
  readonly mark: string;
  readonly outcome: string;
  /** True if the outcome proves who the user is. */
  readonly proves: boolean;
}

/** Number of places that may still be visited; below 0 the search was abandoned, and its result says nothing. */
export interface PlaceBudget {
  left: number;
}

/** Returns true if some way through the chains ends with ALLOW for a person who can have those outcomes alone. */
export function hasWayIn(
  start: WalkStart,
  canHave: (taken: TakenOutcome) => boolean,
  components: Components,
  budget: PlaceBudget = { left: Infinity },
): boolean {
  const seen = new Set<string>();
  const first = firstPlace(start);
  const places = first === undefined ? [] : [first];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const key = placeKey(place);
    if (seen.has(key)) continue;
    seen.add(key);
    budget.left -= 1;
    if (budget.left < 0) return false;
    for (const { taken, to } of movesAt(start, place, components)) {
      if (taken !== undefined && !canHave(taken)) continue;
      if (to === "ALLOW") return true;
      if (to !== "DENY") places.push(to);
    }
  }
  return false;
}

/** Place of a walk. */
interface Place {
  readonly chain: AuthChain;
  readonly step: string;
  readonly facts: ChainFacts;
  /** Number of handovers to another chain so far. */
  readonly handedOn: number;
  /** True if a step of the chain has asked for the selected chain, and there was none. */
  readonly hasSelected: boolean;
  /** Proofs by steps so far. */
  readonly proofs: readonly StepProof[];
  /** Proofs that still stand for steps of a chain that was chosen later. */
  readonly kept: readonly StepProof[];
}

interface Move extends Pick<WalkedStep, "outcome" | "leadsTo"> {
  readonly to: Place | "ALLOW" | "DENY";
  /** Outcome that the move takes; undefined if nothing has to be done for it. */
  readonly taken?: TakenOutcome;
  readonly remark?: string;
}

const handsOn: BuiltInComponentId = "selectChain";
const asksName: BuiltInComponentId = "userName";

/** Returns a key of everything that determines the ways on from a place. */
export function placeKey({ chain, step, facts, handedOn, hasSelected, proofs, kept }: Place): string {
  const marks = [proofs, kept].map((list) => list.map(({ mark, outcome }) => `${mark} ${outcome}`).toSorted());
  return JSON.stringify([chain.name, step, facts["userName"] ?? null, handedOn, hasSelected, marks]);
}

/** Returns the beginning of the chain that is taken first; undefined if none is. */
export function firstPlace(start: WalkStart): Place | undefined {
  return placeAt(start, { facts: start.facts, handedOn: 0 });
}

/** Returns the ways on from a place: one for each outcome of its component, or the one to the selected chain. */
export function movesAt(start: WalkStart, place: Place, components: Components): readonly Move[] {
  const { chain, step } = place;
  const { component = "" } = chain.steps[step] ?? {};
  if (component === handsOn) {
    const other = placeAt(start, { ...place, handedOn: place.handedOn + 1 }, chain.name);
    if (other !== undefined) return [moveTo(other)];
  }
  const known = knownAt(place, components);
  const mark = stepMark(chain.steps[step] ?? { component: "", configuration: {}, outcomes: {} }, known);
  const proved = proofFor(mark, place.kept);
  if (proved !== undefined) return [moveBy(start, { ...place, kept: proved.left }, proved.outcome)];
  return (known?.outcomes ?? []).map((outcome): Move => {
    const isProof = proves(known, outcome);
    const facts = component === asksName || isProof ? withName(start, place.facts) : place.facts;
    // No chain is chosen again if no name is found, or once it is known.
    const isFirst = isProof && start.userName !== undefined && isFalsy(place.facts["userName"]);
    const proofs = isFirst ? [...place.proofs, { mark, outcome }] : place.proofs;
    const hasSelected = place.hasSelected || component === handsOn;
    const move = moveBy(start, { ...place, facts, proofs, hasSelected }, outcome, place.facts);
    return { ...move, taken: { component, mark, outcome, proves: isProof } };
  });
}

/** Returns the move that an outcome makes: on in the chain, or to the chain that is chosen because more is known now. */
function moveBy(start: WalkStart, behind: Place, outcome: string, before = behind.facts): Move {
  const { chain, step, facts: now, hasSelected } = behind;
  const leadsTo = chain.steps[step]?.outcomes[outcome] ?? "DENY";
  if (leadsTo === "DENY") return { outcome, leadsTo, to: leadsTo };
  const { chains, purpose } = start;
  const anew = chooseAnew(chains, { chain: chain.name, purpose, hasSelected, before, now });
  if (anew === undefined)
    return { outcome, leadsTo: "DENY", to: "DENY", remark: "No chain is taken for the name that is known now." };
  if (anew !== "same") {
    const handedOn = behind.handedOn + 1;
    return { ...moveTo(beginningOf(anew, { ...behind, handedOn, kept: behind.proofs })), outcome };
  }
  return { outcome, leadsTo, to: leadsTo === "ALLOW" ? leadsTo : { ...behind, step: leadsTo } };
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

type Carried = Pick<Place, "facts" | "handedOn"> & Partial<Pick<Place, "proofs" | "kept">>;

/** Returns the beginning of the selected chain, from all chains but one. */
function placeAt({ chains, purpose }: WalkStart, carried: Carried, without?: string): Place | undefined {
  const others = chains.filter(({ name }) => name !== without);
  const chain = chooseChain(others, purpose, carried.facts);
  return chain && beginningOf(chain, carried);
}

function beginningOf(chain: AuthChain, { facts, handedOn, proofs = [], kept = [] }: Carried): Place {
  return { chain, step: chain.first, facts, handedOn, hasSelected: false, proofs, kept };
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
