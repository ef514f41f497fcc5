import { ConnectorError } from "#connectors/contract/index.ts";

/**
 * Quotes one argument so that a POSIX shell reads it back exactly.
 * @throws invalidValue for a NUL, which no argument can hold
 */
export function quote(argument: string): string {
  if (argument.includes("\0")) throw new ConnectorError("invalidValue", "A value must not hold the character NUL.");
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}

/**
 * Returns the line by which a login shell of any kind (POSIX, csh, fish) runs a script in /bin/sh. Shells treat quotes,
 * backslashes, exclamation marks and line breaks differently, so each special character of the script is written as its number.
 */
export function lineOf(script: string): string {
  const told = script.replaceAll(/[^A-Za-z0-9 _./:=,-]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `\\0${byte.toString(8).padStart(3, "0")}`).join(""),
  );
  return `exec /bin/sh -c 'eval "$(printf %b "${told}")"'`;
}
