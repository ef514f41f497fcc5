import { normalForm } from "#connectors/contract/normal-form.ts";

import { ownWordsMax } from "../own-word-limits.ts";
import { lookalikes } from "./password-measures.ts";
import type { PatternState, PatternWalk } from "./pattern-walk.ts";

/** Least and largest number of characters of a word: a shorter one is in too many passwords. */
const ownWordCharacters = { min: 4, max: 40 } as const;

/** Letters for which each sign can stand. */
const standIns: Readonly<Record<string, string>> = { ...lookalikes, "1": "li" };

/** Returns the words of a rule as they are compared; blanks, line ends and commas separate them. */
export function ownWordsOf(value: string): readonly string[] {
  return [...new Set(value.split(/[\s,]+/u).map((word) => folded(word).join("")))].filter((word) => word !== "");
}

/** Returns the reason why a text is no list of own words; undefined if it is one. */
export function ownWordsFault(value: string): string | undefined {
  const words = ownWordsOf(value);
  const { min, max } = ownWordCharacters;
  if (words.length === 0) return "must have at least one word; separate words by blanks";
  if (words.length > ownWordsMax) return `must have at most ${ownWordsMax} words, and has ${words.length}`;
  const unfit = words.find((word) => Array.from(word).length < min || Array.from(word).length > max);
  return unfit === undefined ? undefined : `must have words of ${min} to ${max} characters; '${unfit}' is none`;
}

/** Returns the first of some words that a password contains, in whatever case, and with digits and signs in the place of letters. */
export function ownWordIn(words: readonly string[], password: string): string | undefined {
  const walk = followWords(words);
  let places: readonly Place[] = [];
  for (const character of password) {
    const next = walk(places, character);
    if ("word" in next) return next.word;
    ({ places } = next);
  }
  return undefined;
}

/** Beginning of a word at the end of a text. */
interface Place {
  readonly word: string;
  readonly characters: readonly string[];
  /** Number of characters of the word that the text ends with. */
  readonly length: number;
}

type Followed = { readonly places: readonly Place[] } | { readonly word: string };

/** Returns the characters of a text as they are compared, each on its own, so that a search can go character by character. */
function folded(text: string): readonly string[] {
  return Array.from(text).flatMap((character) => Array.from(normalForm(character, "NFKC").toLowerCase()));
}

/** Returns a function that follows words in a text: from the beginnings of words at its end and one more character to the next ones. */
function followWords(words: readonly string[]): (places: readonly Place[], character: string) => Followed {
  const begin = (word: string): Place => ({ word, characters: Array.from(word), length: 0 });
  const starts = Map.groupBy(words.map(begin), ({ characters: [first = ""] }) => first);
  return (places, character) => {
    let open = places;
    for (const one of folded(character)) {
      const reached: Place[] = [];
      const begun = [one, ...(standIns[one] ?? "")].flatMap((letter) => starts.get(letter) ?? []);
      for (const place of [...begun, ...open]) {
        if (!standsFor(one, place.characters[place.length] as string)) continue;
        if (place.length + 1 === place.characters.length) return { word: place.word };
        reached.push({ ...place, length: place.length + 1 });
      }
      open = reached;
    }
    return { places: open };
  };
}

function standsFor(character: string, letter: string): boolean {
  return character === letter || (standIns[character]?.includes(letter) ?? false);
}

/** State of a pattern, with the beginnings of words at the end of the text. */
interface WordState extends PatternState {
  readonly pattern: PatternState;
  readonly words: readonly Place[];
}

const lost = { missing: Infinity, fits: false } as const;

/**
 * Makes a walk through the texts that fit a pattern and contain none of some words. It is exact: a text leads to a state that can still
 * fit only if it contains none of them.
 */
export function walkWithoutWords(pattern: PatternWalk, words: readonly string[]): PatternWalk {
  const follow = followWords(words);
  const letters = [...new Set(words.flatMap((word) => Array.from(word)))];
  const states = new Map<string, WordState>();
  const kinds = new Map<string, string>();

  function stateOf(of: PatternState, followed: Followed): WordState {
    const isLost = "word" in followed;
    const places = isLost ? [] : followed.places;
    const names = places.map(({ word, length }) => `${words.indexOf(word)}.${length}`).toSorted();
    const name = isLost ? "lost" : `${of.name} ${names.join()}`;
    const known = states.get(name);
    if (known !== undefined) return known;
    const state = { ...of, ...(isLost ? lost : {}), name, pattern: of, words: places };
    states.set(name, state);
    return state;
  }

  return {
    start: stateOf(pattern.start, { places: [] }),
    next(state, character) {
      const { pattern: of, words: places } = state as WordState;
      if (state.missing === Infinity) return state;
      return stateOf(pattern.next(of, character), follow(places, character));
    },
    kindOf(character) {
      const known = kinds.get(character);
      if (known !== undefined) return known;
      const taken = folded(character).map((one) => letters.filter((letter) => standsFor(one, letter)).join(""));
      const kind = `${pattern.kindOf(character)} ${taken.join("|")}`;
      kinds.set(character, kind);
      return kind;
    },
  };
}
