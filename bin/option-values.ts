import { InvalidArgumentError } from "commander";

import { CliError, ExitCode } from "./cli-error.ts";

/** Collects the values of an option that may be repeated. */
export function gathered(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/**
 * Parses a JSON text given to a command.
 * @throws CliError with the message of `words`, which receives the reason
 */
export function parsedJson(text: string, words: (why: string) => string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CliError(words((error as Error).message), ExitCode.Usage, error);
  }
}

/**
 * Parses the whole number given to an option or an argument.
 * @throws InvalidArgumentError, which names the option
 */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("Give a whole number.");
  return Number(text);
}
