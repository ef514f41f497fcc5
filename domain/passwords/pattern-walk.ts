import { patternSteps } from "./password-pattern.ts";

/** Progress of a pattern in the beginning of a text. */
export interface PatternState {
  /** Name that distinguishes states. */
  readonly name: string;
  /** Least number of characters that are missing until the text fits; infinite if it never will. */
  readonly missing: number;
  /** True if a text that ends here fits. */
  readonly fits: boolean;
  /** Steps that have been reached; null once the pattern is found and nothing else matters. */
  readonly places: readonly number[] | null;
  readonly isFirst: boolean;
}

/** A pattern that is followed character by character. */
export interface PatternWalk {
  readonly start: PatternState;
  /** Returns the state after one more character. */
  next(state: PatternState, character: string): PatternState;
  /** Returns the key of the steps that take a character; characters with the same key are the same to the pattern. */
  kindOf(character: string): string;
}

/** Walk of a pattern that fits every text. */
const walkOfAnything: PatternWalk = {
  start: { name: "found", missing: 0, fits: true, places: null, isFirst: false },
  next: (state) => state,
  kindOf: () => "",
};

/**
 * Makes a walk through a regular expression, for a search for texts that fit.
 * @throws PatternError
 */
function walkPattern(pattern: string): PatternWalk {
  const steps = patternSteps(pattern);
  const states = new Map<string, PatternState>();
  const takings = new Map<string, ReadonlySet<number>>();

  function takingOf(character: string): ReadonlySet<number> {
    const taking = takings.get(character) ?? steps.taking(character);
    takings.set(character, taking);
    return taking;
  }

  function stateOf(places: readonly number[], isFirst: boolean): PatternState {
    const name = `${isFirst} ${places.join()}`;
    const known = states.get(name);
    if (known) return known;
    const open = steps.open(places, isFirst);
    const fits = open === "found" || steps.fits(places, isFirst);
    const behind = open === "found" ? [] : open.map((place) => steps.missing[place] ?? Infinity);
    const state =
      open === "found"
        ? walkOfAnything.start
        : { name, missing: fits ? 0 : Math.min(...behind), fits, places: open, isFirst };
    states.set(name, state);
    return state;
  }

  return {
    start: stateOf([], true),
    next(state, character) {
      if (state.places === null) return state;
      const taking = takingOf(character);
      const reached = state.places.filter((place) => taking.has(place)).map((place) => place + 1);
      return stateOf(
        reached.toSorted((a, b) => a - b),
        false,
      );
    },
    kindOf: (character) => [...takingOf(character)].join(),
  };
}

/**
 * Makes a walk through all of some regular expressions side by side, for a search for texts that fit every one.
 * @throws PatternError
 */
export function walkPatterns(patterns: readonly string[]): PatternWalk {
  const walks = [...new Set(patterns)].map(walkPattern);
  const [only = walkOfAnything, ...others] = walks;
  if (others.length === 0) return only;
  const partsOf = new WeakMap<PatternState, readonly PatternState[]>();

  function joined(parts: readonly PatternState[]): PatternState {
    const state = {
      name: parts.map(({ name }) => name).join("|"),
      missing: Math.max(...parts.map(({ missing }) => missing)),
      fits: parts.every(({ fits }) => fits),
      places: null,
      isFirst: false,
    };
    partsOf.set(state, parts);
    return state;
  }

  return {
    start: joined(walks.map(({ start }) => start)),
    next(state, character) {
      const parts = partsOf.get(state) ?? [];
      return joined(walks.map((walk, index) => walk.next(parts[index] ?? walk.start, character)));
    },
    kindOf: (character) => walks.map((walk) => walk.kindOf(character)).join("|"),
  };
}
