import { passphraseWordsMax } from "../limits.ts";
import { passphraseWords } from "./passphrase-words.ts";
import type { PolicyRules } from "./password-rules.ts";
import type { Below, MadePassword } from "./random-walk.ts";
import {
  keepsRequired,
  lengthsOf,
  minimumPerCharacterClass,
  requiredOf,
  type RequiredRules,
} from "./required-rules.ts";

/** Words of a passphrase, unless the caller wants another number or the policy allows fewer or asks for more. */
export const passphraseWordsUsual = 6;

/** Number of tries with each separator. */
const triesMax = 100;
/** Texts between words, the preferred ones first. */
const separators = ["-", " ", ".", "_", "+", ""] as const;
const digits = Array.from("0123456789");

interface Form {
  readonly words: number;
  readonly separator: string;
}

/**
 * Generates a random passphrase that keeps all required rules of a policy that do not depend on the person: words with capital letters and
 * digits where the policy asks for them. Returns undefined if the policy allows none of this form. Only words and digits count as bits of
 * entropy.
 */
export function generatePassphrase(
  policy: PolicyRules,
  below: Below,
  words = passphraseWordsUsual,
): MadePassword | undefined {
  const rules = requiredOf(policy);
  for (const separator of separators) {
    const count = wordsThatFit(rules, words, separator);
    if (count === 0) continue;
    for (let tries = 0; tries < triesMax; tries++) {
      const made = madeOf(rules, { words: count, separator }, below);
      if (keepsRequired(policy, made.password)) return made;
    }
  }
  return undefined;
}

/** Returns the number of words that fits the length that the rules allow; 0 if none does. */
function wordsThatFit(rules: RequiredRules, wanted: number, separator: string): number {
  const { shortest, longest } = lengthsOf(rules);
  const fixed = digitsOf(rules) - separator.length;
  const perWord = wordLength + separator.length;
  const least = Math.ceil((shortest - fixed) / perWord);
  const most = Math.floor((longest - fixed) / perWord);
  const count = Math.min(Math.max(wanted, least), most, passphraseWordsMax);
  return count < least ? 0 : Math.max(0, count);
}

const wordLength = passphraseWords[0]?.length ?? 0;

function digitsOf(rules: RequiredRules): number {
  return minimumPerCharacterClass(rules)[2] ?? 0;
}

function madeOf(rules: RequiredRules, { words, separator }: Form, below: Below): MadePassword {
  const [upper = 0] = minimumPerCharacterClass(rules);
  const drawn = Array.from({ length: words }, () => passphraseWords[below(passphraseWords.length)] as string);
  const written = withCapitals(drawn, upper);
  const numbers = Array.from({ length: digitsOf(rules) }, () => digits[below(digits.length)] as string);
  const last = written.length - 1;
  const all = written.map((word, place) => (place === last ? word + numbers.join("") : word));
  const bits = words * Math.log2(passphraseWords.length) + numbers.length * Math.log2(digits.length);
  return { password: all.join(separator), bits };
}

/** Writes as many letters large as asked for: first those at the beginnings of words, then the next ones. */
function withCapitals(words: readonly string[], wanted: number): readonly string[] {
  const each = Array.from({ length: words.length }, (_, place) => Math.ceil((wanted - place) / words.length));
  return words.map((word, place) => {
    const large = Math.max(0, each[place] ?? 0);
    return word.slice(0, large).toUpperCase() + word.slice(large);
  });
}
