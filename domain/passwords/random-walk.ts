import type { PatternState, PatternWalk } from "./pattern-walk.ts";
import { minimumPerCharacterClass, lengthsOf, mayContinue, type RequiredRules, sortsOf } from "./required-rules.ts";
import { walkOfRules } from "./rules-walk.ts";

/** Returns a random whole number from 0 up to but without the limit; all are equally likely. */
export type Below = (limit: number) => number;

/** A password and its bits of entropy for an attacker who knows how it was generated. */
export interface MadePassword {
  readonly password: string;
  readonly bits: number;
}

/** Largest number of beginnings whose ends are searched; further ones are assumed to end well. */
const standingsMax = 20_000;
/** Largest number of pattern states that are followed to find the longest text. */
const statesMax = 500;

/** Position in a walk. */
interface Standing {
  readonly state: PatternState;
  /** Number of missing characters by sort. */
  readonly missing: readonly number[];
}

/** Characters that neither the pattern nor the sorts distinguish. */
interface Kind {
  readonly characters: readonly string[];
  /** Count of each character for each sort. */
  readonly sorts: readonly number[];
  /** State of the pattern after one of the characters, by the name of the state before. */
  readonly next: Map<string, PatternState>;
}

interface Choice {
  readonly character: string;
  readonly standing: Standing;
}

/** Random walk through the pattern of a policy. */
export interface RandomWalk {
  /** Reports whether texts of this length seem to fit the pattern and the sorts. */
  reaches(length: number): boolean;
  /** Returns a text of this length; undefined if the walk has come to a dead end. */
  walk(below: Below, length: number): MadePassword | undefined;
}

/** Makes a walk. At each character it draws among those after which the rest can still be kept; all are equally likely. */
export function randomWalk(rules: RequiredRules, alphabet: readonly string[]): RandomWalk {
  const pattern = walkOfRules(rules);
  const kinds = kindsOf(alphabet, pattern);
  const ends = new Map<string, boolean>();
  const start: Standing = { state: pattern.start, missing: minimumPerCharacterClass(rules) };

  function behind({ state, missing }: Standing, { characters, sorts, next }: Kind): Standing {
    const reached = next.get(state.name) ?? pattern.next(state, characters[0] as string);
    next.set(state.name, reached);
    return { state: reached, missing: missing.map((count, sort) => Math.max(0, count - (sorts[sort] ?? 0))) };
  }

  function endsWell(standing: Standing, room: number): boolean {
    const asked = standing.missing.reduce((sum, count) => sum + count, 0);
    if (Math.max(asked, standing.state.missing) > room) return false;
    if (room === 0) return standing.state.fits;
    const name = `${room} ${standing.missing.join()} ${standing.state.name}`;
    const known = ends.get(name);
    if (known !== undefined) return known;
    if (ends.size >= standingsMax) return true;
    const well = kinds.some((kind) => endsWell(behind(standing, kind), room - 1));
    ends.set(name, well);
    return well;
  }

  function open(standing: Standing, before: readonly string[], room: number): readonly Choice[] {
    return kinds.flatMap((kind) => {
      const next = behind(standing, kind);
      if (!endsWell(next, room - 1)) return [];
      return kind.characters.flatMap((character) =>
        mayContinue(rules, [...before, character]) ? [{ character, standing: next }] : [],
      );
    });
  }

  // Most patterns have a longest text; longer lengths need no search one by one.
  function longestWalk(most: number): number {
    let level = [start.state];
    for (let length = 0; length < most; length++) {
      const reached = level.flatMap((state) => kinds.map((kind) => behind({ ...start, state }, kind).state));
      level = [...new Set(reached.filter(({ missing }) => missing < Infinity))];
      if (level.length === 0) return length;
      if (level.length > statesMax) return most;
    }
    return most;
  }

  const longest = longestWalk(lengthsOf(rules).longest);

  return {
    reaches: (length) => length <= longest && open(start, [], length).length > 0,
    walk(below, length) {
      const characters: string[] = [];
      let [standing, bits] = [start, 0];
      while (characters.length < length) {
        const choices = open(standing, characters, length - characters.length);
        if (choices.length === 0) return undefined;
        const choice = choices[below(choices.length)] as Choice;
        bits += Math.log2(choices.length);
        standing = choice.standing;
        characters.push(choice.character);
      }
      return { password: characters.join(""), bits };
    },
  };
}

function kindsOf(alphabet: readonly string[], { kindOf }: PatternWalk): readonly Kind[] {
  const kinds = Map.groupBy(alphabet, (character) => `${sortsOf(character).join()} ${kindOf(character)}`);
  // Sorts that a rule requires come first, so that an end is found soon.
  return [...kinds.values()]
    .map((characters) => ({ characters, sorts: sortsOf(characters[0] as string), next: new Map() }))
    .toSorted((a, b) => Math.max(...b.sorts) - Math.max(...a.sorts));
}
