import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { projectRoot } from "./source-files.ts";

/** Returns the commands of the numbered steps below a heading of a document, in their order; the numbers must be 1, 2, 3 and so on. */
export function stepsOf(document: string, heading: string): string[] {
  const text = readFileSync(join(projectRoot, document), "utf8");
  const walk = text.split(`\n## ${heading}\n`)[1]?.split(/\n## /)[0] ?? "";
  return walk
    .split(/\n### (?=\d+\. )/)
    .slice(1)
    .map((step, index) => {
      if (Number.parseInt(step, 10) !== index + 1)
        throw new Error(`step ${index + 1} of ${document} is "${step.slice(0, 20)}"`);
      return [...step.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code]) => code).join("");
    });
}

/** Options of a walk through steps. */
export interface Walk {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Words before the command of the shell, which run it elsewhere. */
  readonly within?: readonly string[];
  /** Returns further text that is shown if a step fails, such as a log. */
  readonly log?: () => string;
}

/**
 * Runs steps one after the other in one shell that reads no start-up file, and returns their output.
 * @throws Error with all their output, and the exit code, if one of them fails
 */
export async function walkSteps(
  steps: readonly string[],
  { cwd, env, timeoutMs, within = [], log = () => "" }: Walk,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const shell = { cwd, env, timeout: timeoutMs };
  // Like a person's shell at its end: no started process stays.
  const script = `trap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT\n${steps.join("")}`;
  try {
    const command: readonly string[] = [...within, "bash", "--noprofile", "--norc", "-eu", "-c", script];
    const [program = "", ...words] = command;
    return await promisify(execFile)(program, words, shell);
  } catch (error) {
    const { code, signal, stdout = "", stderr = "" } = error as Ended;
    const ended = `the steps ended with ${code ?? signal}`;
    throw new Error(`${ended}\n--- stdout\n${stdout}\n--- stderr\n${stderr}\n--- log\n${log()}`, { cause: error });
  }
}

interface Ended {
  readonly code?: number | string | null;
  readonly signal?: string | null;
  readonly stdout?: string;
  readonly stderr?: string;
}
