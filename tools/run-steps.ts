import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";

import type { Step } from "./steps.ts";

/** How a run of steps ended. */
export interface StepsResult {
  /** 0, or the exit code of the step that failed. */
  readonly code: number;
  /** Tests that passed, over all steps that ran. */
  readonly passed: number;
  readonly failed: number;
}

/** Runs steps one after the other with their output visible, and stops at the first that fails. */
export async function runSteps(steps: readonly Step[], print: (line: string) => void): Promise<StepsResult> {
  let passed = 0;
  let failed = 0;
  for (const [index, step] of steps.entries()) {
    const title = `[${index + 1}/${steps.length}] ${step.name}`;
    print(`\n${title}: ${step.command.join(" ")}`);
    const startedAt = performance.now();
    const code = await runStep(step);
    const counts = readCounts(step);
    passed += counts.passed;
    failed += counts.failed;
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    print(`${title}: ${code === 0 ? "done" : `failed with exit code ${code}`} after ${seconds} s`);
    if (code !== 0) return { code, passed, failed };
  }
  return { code: 0, passed, failed };
}

async function runStep({ command, environment }: Step): Promise<number> {
  const [program, ...args] = command;
  const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, ...environment } });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

function readCounts({ counts }: Step): { passed: number; failed: number } {
  if (counts === undefined || !existsSync(counts)) return { passed: 0, failed: 0 };
  const result = JSON.parse(readFileSync(counts, "utf8")) as { numPassedTests: number; numFailedTests: number };
  rmSync(counts);
  return { passed: result.numPassedTests, failed: result.numFailedTests };
}
