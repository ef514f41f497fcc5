import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";

import { checkSteps, type Step, testSteps } from "./steps.ts";

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Runs one step with its output visible and gives its exit code. */
async function runStep({ command, environment }: Step): Promise<number> {
  const [program, ...args] = command;
  const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, ...environment } });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

function readCounts({ counts }: Step): Counts {
  if (counts === undefined || !existsSync(counts)) return { passed: 0, failed: 0 };
  const result = JSON.parse(readFileSync(counts, "utf8")) as { numPassedTests: number; numFailedTests: number };
  rmSync(counts);
  return { passed: result.numPassedTests, failed: result.numFailedTests };
}

const steps = process.argv.includes("--check") ? checkSteps : [...checkSteps, ...testSteps];
let passed = 0;
let failed = 0;
for (const [index, step] of steps.entries()) {
  const title = `[${index + 1}/${steps.length}] ${step.name}`;
  console.log(`\n${title}: ${step.command.join(" ")}`);
  const startedAt = performance.now();
  const code = await runStep(step);
  const counts = readCounts(step);
  passed += counts.passed;
  failed += counts.failed;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${title}: ${code === 0 ? "done" : `failed with exit code ${code}`} after ${seconds} s`);
  if (code !== 0) {
    process.exitCode = code;
    break;
  }
}
if (!process.argv.includes("--check")) console.log(`\n${passed} passed, ${failed} failed`);
