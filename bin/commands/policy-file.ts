import { readFileSync } from "node:fs";

import type { Policy } from "#policies/default-policies.ts";

import { CliError, ExitCode } from "../cli-error.ts";

/**
 * The policies of a file, each checked; `-` = standard input.
 * @throws CliError with one line for each finding, `file:line:column: message`
 */
export async function policiesOfFile(file: string): Promise<readonly Policy[]> {
  const { readPolicyFile } = await import("#policies/policy-file.ts");
  const read = readPolicyFile(readText(file));
  if ("policies" in read) return read.policies;
  const lines = read.findings.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
  throw new CliError(lines.join("\n"));
}

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
