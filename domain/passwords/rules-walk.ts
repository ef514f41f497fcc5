import { ownWordsOf, walkWithoutWords } from "./own-words.ts";
import { type PatternWalk, walkPatterns } from "./pattern-walk.ts";
import type { RequiredRules } from "./required-rules.ts";

/** Returns the walk through the texts that fit all patterns of the required rules and contain none of their words. */
export function walkOfRules({ patterns, notOwnWords }: RequiredRules): PatternWalk {
  const walk = walkPatterns(patterns);
  return typeof notOwnWords === "string" ? walkWithoutWords(walk, ownWordsOf(notOwnWords)) : walk;
}
