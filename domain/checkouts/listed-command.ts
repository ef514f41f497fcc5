import { commandLineMaxCharacters, commandNameMaxCharacters } from "../checkout-limits.ts";

/** Pattern of the name of a listed command. */
export const commandNamePattern = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._-]{0,${commandNameMaxCharacters - 1}}$`);

/** Rule for a name in words. */
export const commandNameRule = `must be a word of at most ${commandNameMaxCharacters} letters, digits, '.', '_' and '-' that begins with a letter or digit`;

// Characters that a terminal or a shell reads as more than a character of a line.
const control = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Cs}/u;

/** Rule for a line in words. */
export const commandLineRule = `must be one line of at most ${commandLineMaxCharacters} characters, none of them a control character`;

/** Returns true if a text can be listed as a command: one line, which is run unchanged. */
export function isCommandLine(text: string): boolean {
  return text.trim() !== "" && text.length <= commandLineMaxCharacters && !control.test(text);
}
