import { patternSteps } from "./password-pattern.ts";

/** How far a pattern has come in the beginning of a text. */
export interface PatternState {
  /** Tells states apart. */
  readonly name: string;
  /** How many characters are missing at least until the text fits; infinite where it never will. */
  readonly missing: number;
  /** Whether a text that ends here fits. */
  readonly fits: boolean;
  /** The places that have been reached; null where the pattern was found and nothing more matters. */
  readonly places: readonly number[] | null;
  readonly isFirst: boolean;
}

/** A pattern that is followed character by character. */
export interface PatternWalk {
  readonly start: PatternState;
  /** The state after one more character. */
  next(state: PatternState, character: string): PatternState;
  /** Which of the pattern's steps take a character: those with the same ones are the same to it. */
  kindOf(character: string): string;
}

/** The walk of a pattern that fits everything. */
export const walkOfAnything: PatternWalk = {
  start: { name: "found", missing: 0, fits: true, places: null, isFirst: false },
  next: (state) => state,
  kindOf: () => "",
};

/**
 * Makes a walk through a regular expression, by which texts that fit can be looked for.
 * @throws PatternError
 */
export function walkPattern(pattern: string): PatternWalk {
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
