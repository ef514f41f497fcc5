const consonants = Array.from("bdfghjklmnprstvz");
const vowels = Array.from("aeiou");

/** Words that could offend somebody, in one of the languages of the pages. */
const leftOut: ReadonlySet<string> = new Set(["nazi", "sexi", "poro", "negu", "fotu", "fuku", "tito", "puto", "puta"]);

const syllables = consonants.flatMap((consonant) => vowels.map((vowel) => consonant + vowel));

/**
 * Words of passphrases: two different syllables of a consonant and a vowel, so that they can be read aloud in many languages and typed on
 * every keyboard.
 */
export const passphraseWords: readonly string[] = syllables.flatMap((first) =>
  syllables
    .filter((second) => second !== first)
    .map((second) => first + second)
    .filter((word) => !leftOut.has(word)),
);
