import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";

import type { Step } from "./steps.ts";

/** Something that took its time. */
export interface Timed {
  readonly name: string;
  readonly seconds: number;
}

/** How a run of steps ended. */
export interface StepsResult {
  /** 0, or the exit code of the step that failed. */
  readonly code: number;
  /** Tests that passed, over all steps that ran. */
  readonly passed: number;
  readonly failed: number;
  /** The steps that ran, in their order. */
  readonly ran: readonly Timed[];
  /** The test files that ran, each as `<path> (<step>)`; one that runs on two databases is there twice. */
  readonly files: readonly Timed[];
}

interface Counts extends Pick<StepsResult, "passed" | "failed" | "files"> {}

const msPerSecond = 1_000;

/** Runs steps one after the other with their output visible, and stops at the first that fails. */
export async function runSteps(steps: readonly Step[], print: (line: string) => void): Promise<StepsResult> {
  const ran: Timed[] = [];
  const files: Timed[] = [];
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
    files.push(...counts.files);
    const seconds = (performance.now() - startedAt) / msPerSecond;
    ran.push({ name: step.name, seconds });
    print(`${title}: ${code === 0 ? "done" : `failed with exit code ${code}`} after ${seconds.toFixed(1)} s`);
    if (code !== 0) return { code, passed, failed, ran, files };
  }
  return { code: 0, passed, failed, ran, files };
}

async function runStep({ command }: Step): Promise<number> {
  const [program, ...args] = command;
  const child = spawn(program, args, { stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/** The part that is read of what vitest's reporter writes. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults?: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
}

function readCounts({ name, counts }: Step): Counts {
  if (counts === undefined || !existsSync(counts)) return { passed: 0, failed: 0, files: [] };
  const report = JSON.parse(readFileSync(counts, "utf8")) as Report;
  rmSync(counts);
  const files = (report.testResults ?? []).map((file) => ({
    name: `${relative(process.cwd(), file.name)} (${name})`,
    seconds: (file.endTime - file.startTime) / msPerSecond,
  }));
  return { passed: report.numPassedTests, failed: report.numFailedTests, files };
}
