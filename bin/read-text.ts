import { readFileSync } from "node:fs";

import { CliError, ExitCode } from "./cli-error.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The text of a file, which `what` names where it cannot be read or is not UTF-8; `-` = standard input. Letters that were replaced by
 * others would be a wrong name, or a wrong password.
 * @throws CliError
 */
export function readText(file: string, what = "file"): string {
  const bytes = readBytes(file, what);
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw new CliError(`The ${what} '${file}' is not UTF-8. Save it as UTF-8.`, ExitCode.Usage, error);
  }
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
