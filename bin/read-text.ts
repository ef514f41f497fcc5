import { readFileSync } from "node:fs";

import { CliError, ExitCode } from "./cli-error.ts";

/**
 * The text of a file; `-` = standard input.
 * @throws CliError
 */
export function readText(file: string): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw new CliError(
      `The file '${file}' cannot be read. Name a file, or '-' for standard input.`,
      ExitCode.Usage,
      error,
    );
  }
}
