import type { PolicyRules } from "./password-rules.ts";
import type { PatternState, PatternWalk } from "./pattern-walk.ts";
import {
  minimumPerCharacterClass,
  keepsRequired,
  lengthsOf,
  mayContinue,
  requiredOf,
  type RequiredRules,
  sortsOf,
} from "./required-rules.ts";
import { walkOfRules } from "./rules-walk.ts";

/** Largest number of beginnings of passwords that a search examines. */
const beginningsMax = 1000;
/** Largest number of complete passwords that a search varies. */
const variedMax = 20;
/** Weights of a missing sort against a missing part of the pattern: the first search prefers sorts, the second weighs both alike. */
const weightsOfSorts = [16, 1] as const;
/** Positions of the characters of each kind that are tried: first, middle and last, so that some do not follow each other. */
const ofEachKind = [0, 0.5, 1] as const;
const firstCharacter = 0x21;
const lastCharacter = 0x17f;

interface Search {
  readonly rules: RequiredRules;
  readonly alphabet: readonly string[];
  readonly walk: PatternWalk;
  readonly shortest: number;
  readonly longest: number;
}

/** Beginning of a password. */
interface Beginning {
  readonly characters: readonly string[];
  readonly state: PatternState;
  /** Number of missing characters by sort. */
  readonly missing: readonly number[];
}

/**
 * Searches for a password that keeps all required rules of a policy that do not depend on the person. Returns undefined if there is none,
 * or if none is found in bounded time.
 */
export function passwordThatKeeps(policy: PolicyRules): string | undefined {
  const search = searchFor(requiredOf(policy));
  if (search.shortest > search.longest) return undefined;
  for (const weight of weightsOfSorts) {
    const found = searched(policy, search, weight);
    if (found !== null) return found;
  }
  return undefined;
}

/** Searches with one weight. Returns undefined after all beginnings, and null once `beginningsMax` were examined. */
function searched(policy: PolicyRules, search: Search, weight: number): string | undefined | null {
  const missing = minimumPerCharacterClass(search.rules);
  // The beginning that is nearest to its end comes first; of equal ones only the first is examined.
  const waiting: Beginning[][] = [[{ characters: [], state: search.walk.start, missing }]];
  const seen = new Set<string>();
  let variedCount = 0;
  for (let looked = 0; looked < beginningsMax; looked++) {
    const best = nearest(waiting);
    if (best === undefined) return undefined;
    const password = best.characters.join("");
    if (isComplete(search, best)) {
      if (keepsRequired(policy, password)) return password;
      const varied = variedCount++ < variedMax ? variedPassword(policy, search, best.characters) : undefined;
      if (varied !== undefined) return varied;
    }
    for (const next of continued(search, best)) {
      const key = standing(search, next);
      if (seen.has(key)) continue;
      seen.add(key);
      (waiting[distance(search, next, weight)] ??= []).push(next);
    }
  }
  return null;
}

/**
 * Returns a complete password with one character replaced by one of the same kind, if that keeps all rules: a rule about words may refuse the
 * only one that was examined of many alike.
 */
function variedPassword(
  policy: PolicyRules,
  { alphabet, walk }: Search,
  characters: readonly string[],
): string | undefined {
  for (const [place, character] of characters.entries()) {
    const kind = kindOf(character, walk);
    for (const other of alphabet) {
      if (other === character || kindOf(other, walk) !== kind) continue;
      const password = characters.with(place, other).join("");
      if (keepsRequired(policy, password)) return password;
    }
  }
  return undefined;
}

function kindOf(character: string, walk: PatternWalk): string {
  return [...sortsOf(character), /\p{L}/u.test(character), walk.kindOf(character)].join(" ");
}

function searchFor(rules: RequiredRules): Search {
  const walk = walkOfRules(rules);
  return {
    rules,
    walk,
    alphabet: alphabetOf(rules, walk),
    ...lengthsOf(rules),
  };
}

/** Returns some characters of each kind that the rules distinguish. */
function alphabetOf(rules: RequiredRules, walk: Search["walk"]): readonly string[] {
  const allowed = typeof rules.allowedChars === "string" ? Array.from(rules.allowedChars) : undefined;
  const usual = Array.from({ length: lastCharacter - firstCharacter + 1 }, (_, index) =>
    String.fromCodePoint(firstCharacter + index),
  );
  const all = allowed ?? [...usual, ...rules.patterns.flatMap((pattern) => Array.from(pattern))];
  const forbidden = new Set(Array.from(String(rules.forbiddenChars ?? "")));
  const kinds = Map.groupBy(
    [...new Set(all)].filter((character) => !forbidden.has(character)).toSorted(),
    (character) => kindOf(character, walk),
  );
  return [...kinds.values()].flatMap((same) => [
    ...new Set(ofEachKind.map((part) => same[Math.floor(part * (same.length - 1))] ?? "")),
  ]);
}

function nearest(waiting: Beginning[][]): Beginning | undefined {
  for (const same of waiting) {
    const best = same?.pop();
    if (best) return best;
  }
  return undefined;
}

function distance({ shortest }: Search, { characters, missing, state }: Beginning, weight: number): number {
  return Math.max(weight * total(missing) + state.missing, shortest - characters.length, 0);
}

function isComplete({ shortest }: Search, { characters, missing, state }: Beginning): boolean {
  return characters.length >= Math.max(1, shortest) && total(missing) === 0 && state.fits;
}

function continued(search: Search, { characters, state, missing }: Beginning): readonly Beginning[] {
  const { rules, alphabet, walk, longest } = search;
  if (characters.length >= longest) return [];
  return alphabet.flatMap((character): Beginning[] => {
    const given = sortsOf(character);
    const next = {
      characters: [...characters, character],
      state: walk.next(state, character),
      missing: missing.map((count, index) => Math.max(0, count - (given[index] ?? 0))),
    };
    const room = longest - next.characters.length;
    return Math.max(total(next.missing), next.state.missing) <= room && mayContinue(rules, next.characters)
      ? [next]
      : [];
  });
}

/** Returns the key of all that decides the continuation of a beginning; of two beginnings with the same key only one is examined. */
function standing({ rules }: Search, { characters, state, missing }: Beginning): string {
  const remembered = Math.max(Number(rules.maxRepeat ?? 0), Number(rules.maxSequence ?? 0));
  return [
    characters.length,
    state.name,
    missing.join(),
    characters.slice(characters.length - remembered).join(""),
  ].join(" ");
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
