import { comparedChoicesMax, comparedPlacesMax } from "../chain-limits.ts";
import { asksForLess } from "./asks-for-less.ts";
import type { AuthChain, Selector } from "./auth-chain.ts";
import { type ChainFact, chainFact, chainFacts } from "./chain-facts.ts";
import { chooseChain } from "./choose-chain.ts";
import type { KnownParts } from "./component.ts";
import { selects } from "./selects.ts";
import type { PlaceBudget } from "./walk-chain.ts";

type Facts = Readonly<Record<string, string>>;

/** Chain that a merely stated fact selects, and that asks for less than the one that would be taken otherwise. */
export interface LessBySaying {
  readonly chain: string;
  /** Name of the chain that would be taken without the stated facts; null if there is none. */
  readonly behind: string | null;
  /** Names of the stated facts. */
  readonly facts: readonly string[];
  /** Outcomes with which the one allows and the other does not; null if there are too many ways to look at. */
  readonly way: readonly string[] | null;
}

/** Findings about chains that merely stated facts select. */
export interface FoundBySaying {
  readonly found: readonly LessBySaying[];
  /** True if there were few enough cases to look at all. */
  readonly isWhole: boolean;
}

/**
 * Finds the chains that ask for less because of a fact that is only stated, such as a header. Compares each chain that the fact selects
 * with each one that would be taken without it, with everything else the same. `concerning` names the chain of interest; without it all
 * are.
 */
export function lessBySaying(
  all: readonly AuthChain[],
  components: KnownParts["components"],
  concerning?: string,
): FoundBySaying {
  const pairs = new Map<string, Pair>();
  let choices = 0;
  for (const chain of all) {
    if (!chain.selectors.some(isSaid)) continue;
    const chains = all.filter(({ purpose }) => purpose === chain.purpose);
    for (const [facts, unsaid] of casesOf(chain, chains)) {
      choices += 2 * chains.length;
      if (choices > comparedChoicesMax) return { found: lessOf(pairs, components), isWhole: false };
      if (chooseChain(chains, chain.purpose, facts) !== chain) continue;
      const behind = chooseChain(chains, chain.purpose, unsaid);
      const names = [chain.name, behind?.name];
      const key = JSON.stringify(names);
      const isOther = behind !== chain && (concerning === undefined || names.includes(concerning));
      if (isOther && !pairs.has(key)) pairs.set(key, { chains, chain, behind, facts, unsaid });
    }
  }
  return { found: lessOf(pairs, components), isWhole: true };
}

/** Chain that a stated fact selects, and the one that is taken without it. */
interface Pair {
  readonly chains: readonly AuthChain[];
  readonly chain: AuthChain;
  readonly behind: AuthChain | undefined;
  readonly facts: Facts;
  readonly unsaid: Facts;
}

function lessOf(pairs: ReadonlyMap<string, Pair>, components: KnownParts["components"]): readonly LessBySaying[] {
  const budget: PlaceBudget = { left: comparedPlacesMax };
  return [...pairs.values()].flatMap(({ chains, chain, behind, facts, unsaid }) => {
    const said = [...new Set(chain.selectors.filter(isSaid).map(({ expression }) => expression))];
    const answers = new Set<string | undefined>(said.map((name) => chainFact(name)?.answeredBy));
    const start = { chains, purpose: chain.purpose };
    const less = asksForLess(
      { ...start, facts },
      { ...start, facts: unsaid },
      {
        components,
        budget,
        counts: (way) =>
          way.every(({ component, proves }) => !(proves && answers.size === 1 && answers.has(component))),
      },
    );
    return less === undefined ? [] : { chain: chain.name, behind: behind?.name ?? null, facts: said, way: less.way };
  });
}

function isSaid({ expression }: Selector): boolean {
  return chainFact(expression)?.from === "said";
}

/** Value that no selector names. */
const another = "another value";

/** Yields the cases in which a chain may be taken: the known and stated facts, and the same without the stated ones. */
function* casesOf(chain: AuthChain, chains: readonly AuthChain[]): Generator<readonly [Facts, Facts]> {
  const known = chain.selectors.filter((selector) => !isSaid(selector));
  const said = chain.selectors.filter(isSaid);
  const seen = new Set<string>();
  for (const other of [chain, ...chains]) {
    const both = [...known, ...other.selectors.filter((selector) => !isSaid(selector))];
    const facts = factsFor([...both, ...said], chains);
    if (facts === undefined) continue;
    for (const unsaid of unsaidOf(facts, said, chains)) {
      const key = JSON.stringify([facts, unsaid]);
      if (seen.has(key)) continue;
      seen.add(key);
      yield [facts, unsaid];
    }
  }
}

/** Yields the same facts without the stated ones, or with other values: all of them, and each alone. */
function* unsaidOf(facts: Facts, said: readonly Selector[], chains: readonly AuthChain[]): Generator<Facts> {
  const names = [...new Set(said.map(({ expression }) => expression))];
  yield without(facts, names);
  for (const name of names)
    for (const value of [undefined, another, ...valuesOf(name, chains)])
      yield value === undefined ? without(facts, [name]) : { ...facts, [name]: value };
}

function without(facts: Facts, names: readonly string[]): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !names.includes(name)));
}

function valuesOf(name: string, chains: readonly AuthChain[]): readonly string[] {
  const named = chains.flatMap(({ selectors }) => selectors.filter(({ expression }) => expression === name));
  return [...new Set(named.flatMap(({ value }) => value ?? []))];
}

/** Returns facts of a sign-in that match all of some selectors; undefined if there are none. */
function factsFor(selectors: readonly Selector[], chains: readonly AuthChain[]): Facts | undefined {
  const facts: Record<string, string> = {};
  for (const [name, { always }] of Object.entries<ChainFact>(chainFacts)) {
    const asked = selectors.filter(({ expression }) => expression === name);
    const values = [...asked.flatMap(({ match, value }) => (match === "equal" ? (value ?? []) : [])), always, another];
    const fitting = [...(always === undefined ? [undefined] : []), ...values, ...valuesOf(name, chains)].find((value) =>
      asked.every((selector) => selects(selector, { [name]: value })),
    );
    const isMet = asked.every((selector) => selects(selector, { [name]: fitting }));
    if (!isMet || (always !== undefined && fitting === undefined)) return undefined;
    if (fitting !== undefined) facts[name] = fitting;
  }
  return facts;
}
