import { readFileSync } from "node:fs";

import { textOfBytes } from "#domain/text-of-bytes.ts";

import { CliError, ExitCode } from "./cli-error.ts";

/**
 * Reads a file in UTF-8, or in UTF-16 with a byte order mark; `-` means standard input. `what` names the file in messages.
 * @throws CliError
 */
export function readText(file: string, what = "file"): string {
  const read = textOfBytes(readBytes(file, what));
  if ("text" in read) return read.text;
  const { rule, line } = read;
  throw new CliError(`The ${what} '${file}' ${rule}, from line ${line} on. Save it as UTF-8.`, ExitCode.Usage);
}

function readBytes(file: string, what: string): Uint8Array {
  try {
    return readFileSync(file === "-" ? 0 : file);
  } catch (error) {
    throw new CliError(
      `The ${what} '${file}' cannot be read. Name a file, or '-' for standard input.`,
      ExitCode.Usage,
      error,
    );
  }
}
