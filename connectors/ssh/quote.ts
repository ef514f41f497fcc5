import { ConnectorError } from "#connectors/contract/index.ts";

/**
 * One argument as a POSIX shell reads it back letter by letter, whatever is in it.
 * @throws invalidValue for a NUL, which no argument can hold
 */
export function quote(argument: string): string {
  if (argument.includes("\0")) throw new ConnectorError("invalidValue", "A value must not hold the character NUL.");
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}

/**
 * The line by which a login shell runs a program with these arguments and nothing else; words come in English, so that they can be told apart.
 * @throws invalidValue
 */
export function commandLine(command: readonly string[], sudo: boolean): string {
  const words = [...(sudo ? ["sudo", "-n", "--"] : []), ...command].map(quote).join(" ");
  // The shell of the login may be of another kind, and servers keep administrators' programs off its PATH.
  return `exec /bin/sh -c ${quote(`PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin" LC_ALL=C exec ${words}`)}`;
}
