/** Returns the length of the longest run of equal characters. */
export function longestRepeat(characters: readonly string[]): number {
  return longestRun(characters, (before, character) => before === character);
}

/** Returns the length of the longest run of letters or digits that follow each other forwards or backwards, such as `abc` or `321`. */
export function longestSequence(characters: readonly string[]): number {
  const codes = characters.map((character) => (/[\p{L}\p{N}]/u.test(character) ? codeOf(character) : NaN));
  return Math.max(
    longestRun(codes, (before, code) => code === before + 1),
    longestRun(codes, (before, code) => code === before - 1),
  );
}

function codeOf(character: string): number {
  return character.toLowerCase().codePointAt(0) ?? NaN;
}

function longestRun<T>(items: readonly T[], goesOn: (before: T, item: T) => boolean): number {
  let [longest, run] = [0, 0];
  for (const [index, item] of items.entries()) {
    run = index > 0 && goesOn(items[index - 1] as T, item) ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** Returns the number of characters to add, remove or replace to turn one text into the other (Levenshtein distance). */
export function editDistance(from: readonly string[], to: readonly string[]): number {
  let before = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, character] of from.entries()) {
    const current = [row + 1];
    for (const [column, other] of to.entries()) {
      const replaced = (before[column] ?? 0) + Number(character !== other);
      current.push(Math.min(replaced, (before[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    before = current;
  }
  return before[to.length] ?? 0;
}

/** Letter for which each digit or sign can stand. */
export const lookalikes: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

const lookalike = /[013457@$!]/g;

/** Returns the words that an attacker would see in a text: as it is, and without affixes or substitutes for letters. */
export function wordsSeenIn(text: string): readonly string[] {
  const lower = text.toLowerCase();
  const core = (word: string) => word.replace(/^[^\p{L}]+/u, "").replace(/[^\p{L}]+$/u, "");
  const plain = (word: string) => word.replace(lookalike, (character) => lookalikes[character] ?? character);
  const trimmed = lower.replace(/^[^\p{L}@$]+/u, "").replace(/[^\p{L}@$]+$/u, "");
  const inner = core(lower);
  return [lower, inner, plain(lower), plain(inner), plain(trimmed)];
}
