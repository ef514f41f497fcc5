import { InvalidArgumentError } from "commander";

import { CliError, ExitCode } from "./cli-error.ts";

/** Gathers the values of an option that may be repeated. */
export function gathered(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/**
 * The value of a JSON text that a command was given.
 * @throws CliError with the words for it, which hear why
 */
export function parsedJson(text: string, words: (why: string) => string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CliError(words((error as Error).message), ExitCode.Usage, error);
  }
}

/**
 * The whole number that an option or an argument was given.
 * @throws InvalidArgumentError, which names the option
 */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("Give a whole number.");
  return Number(text);
}
