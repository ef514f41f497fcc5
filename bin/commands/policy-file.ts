import type { Policy } from "#policies/default-policies.ts";

import { CliError } from "../cli-error.ts";
import { readText } from "../read-text.ts";

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
