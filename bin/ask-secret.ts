import { Secret } from "#connectors/contract/index.ts";

import { CliError, ExitCode } from "./cli-error.ts";

/** Source of typed text: the terminal or standard input. */
export interface SecretInput extends AsyncIterable<string | Uint8Array> {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}

/** Output for the question. */
export interface SecretOutput {
  write(text: string): unknown;
}

/**
 * Reads a secret that must not be in a command line: hidden on a terminal, otherwise from standard input without the end of its
 * line.
 * @throws CliError if nothing was typed, or on Ctrl-C
 */
export async function askSecret(
  question: string,
  input: SecretInput = process.stdin,
  output: SecretOutput = process.stderr,
): Promise<Secret> {
  const typed = input.isTTY === true ? await typedHidden(question, input, output) : await wholeOf(input);
  if (typed === "") throw new CliError("Nothing was given: type it, or pipe it into the command.", ExitCode.Usage);
  return new Secret(typed);
}

async function wholeOf(input: SecretInput): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of input) parts.push(Buffer.from(part));
  return Buffer.concat(parts)
    .toString("utf8")
    .replace(/\r?\n$/, "");
}

async function typedHidden(question: string, input: SecretInput, output: SecretOutput): Promise<string> {
  output.write(`${question}: `);
  // Raw mode, because the terminal would echo it.
  input.setRawMode?.(true);
  try {
    let typed: readonly string[] = [];
    for await (const part of input) {
      for (const character of Buffer.from(part).toString("utf8")) {
        if (ends.includes(character)) return typed.join("");
        if (character === ctrlC) throw new CliError("Nothing was done.", ExitCode.Interrupted);
        typed = erases.includes(character) ? typed.slice(0, -1) : [...typed, character];
      }
    }
    return typed.join("");
  } finally {
    input.setRawMode?.(false);
    output.write("\n");
  }
}

const ctrlC = "\u0003";
const ctrlD = "\u0004";
const ends = ["\r", "\n", ctrlD];
const erases = ["\b", "\u007F"];
