import { readFileSync } from "node:fs";

import { CliError, ExitCode } from "./cli-error.ts";

/**
 * The text of a file, which `what` names where it cannot be read; `-` = standard input.
 * @throws CliError
 */
export function readText(file: string, what = "file"): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw new CliError(
      `The ${what} '${file}' cannot be read. Name a file, or '-' for standard input.`,
      ExitCode.Usage,
      error,
    );
  }
}
