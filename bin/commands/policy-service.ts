import { readFileSync } from "node:fs";
import { userInfo } from "node:os";

import type { Operation } from "#operations/define-operation.ts";
import type { Policy } from "#policies/default-policies.ts";

import { CliError, ExitCode } from "../cli-error.ts";

/** Runs one operation on the database of this installation, as the user who has called the command. */
export async function onService<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  input: unknown,
): Promise<Output> {
  const { readSettings } = await import("#platform/settings.ts");
  const { invoke } = await import("#operations/invoke.ts");
  const { composeService } = await import("../compose.ts");
  const { engineCaller } = await import("../engine-caller.ts");
  const service = await composeService(readSettings(), "cli", { dispatch: "none" });
  try {
    return await invoke(operation, service.context, engineCaller(`cli:${userInfo().username}`), input);
  } finally {
    await service.close();
  }
}

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
