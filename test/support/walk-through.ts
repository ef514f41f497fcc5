import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { projectRoot } from "./source-files.ts";

/** The commands of the numbered steps below a heading of a document, in their order; the numbers must be 1, 2, 3 and so on. */
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

/** How steps are walked. */
export interface Walk {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** What else is shown where a step fails, such as a log. */
  readonly log?: () => string;
}

/**
 * Runs steps one after the other in one shell that reads no start-up file, and gives what they printed.
 * @throws Error with all that they printed, and the exit code, where one of them fails
 */
export async function walkSteps(
  steps: readonly string[],
  { cwd, env, timeoutMs, log = () => "" }: Walk,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const shell = { cwd, env, timeout: timeoutMs };
  // What a person's shell does at its end: nothing that was started stays.
  const script = `trap 'kill "\${!:-}" 2>/dev/null || true; wait' EXIT\n${steps.join("")}`;
  try {
    return await promisify(execFile)("bash", ["--noprofile", "--norc", "-eu", "-c", script], shell);
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
