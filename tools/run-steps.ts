import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { constants } from "node:os";

import type { RunFolder } from "./run-folder.ts";
import { reportVariable, type StepReport, type Timed } from "./step-report.ts";
import type { CheckStep } from "./steps.ts";

/** Result of a run of steps. */
export interface StepsResult {
  /** 0, or the exit code of the first step that failed. */
  readonly code: number;
  /** Number of tests that passed, over all steps that ran. */
  readonly passed: number;
  /** A line for each test that failed, and for each step that failed otherwise. */
  readonly failures: readonly string[];
  /** Steps that ran, in order. */
  readonly ran: readonly Timed[];
  /** Test files that ran. */
  readonly files: readonly Timed[];
}

/** Output, early end and folder of a run. */
export interface RunOptions {
  readonly print: (line: string) => void;
  /** Ends the step in progress, and starts no other; the reason is the name of the signal received. */
  readonly ending: AbortSignal;
  readonly folder: Pick<RunFolder, "environment" | "endProcesses">;
}

const msPerSecond = 1_000;
const signalCodes = 128;
const notStarted = 127;
const nothing: StepReport = { passed: 0, failures: [], files: [] };

/** Runs steps one after the other with their output visible; a failure does not stop the later ones. */
export async function runSteps(steps: readonly CheckStep[], options: RunOptions): Promise<StepsResult> {
  const { print, ending, folder } = options;
  const ran: Timed[] = [];
  const files: Timed[] = [];
  const failures: string[] = [];
  let passed = 0;
  let code = 0;
  for (const [index, step] of steps.entries()) {
    if (ending.aborted) break;
    const title = `[${index + 1}/${steps.length}] ${step.name}`;
    print(`\n${title}: ${step.command.join(" ")}`);
    const startedAt = performance.now();
    const ended = await runStep(step, options);
    for (const line of await folder.endProcesses()) print(`left behind, ended: ${line}`);
    const seconds = (performance.now() - startedAt) / msPerSecond;
    const report = takeReport(step);
    passed += report.passed;
    files.push(...report.files);
    failures.push(...report.failures);
    if (ended !== 0 && report.failures.length === 0) failures.push(`${step.name}: exit code ${ended}`);
    code ||= ended;
    ran.push({ name: step.name, seconds });
    print(`${title}: ${ended === 0 ? "done" : `failed with exit code ${ended}`} after ${seconds.toFixed(1)} s`);
  }
  if (ending.aborted) code = signalCodes + constants.signals[ending.reason as NodeJS.Signals];
  return { code, passed, failures, ran, files };
}

async function runStep({ command, report }: CheckStep, { print, ending, folder }: RunOptions): Promise<number> {
  const [program, ...args] = command;
  const env = { ...process.env, ...folder.environment, [reportVariable]: report };
  // A process group of its own: a signal reaches the whole step once, sent by this process, even if the terminal did not send it to
  // all.
  const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"], env, detached: true });
  const end = (): void => void (child.pid !== undefined && signalGroup(child.pid, ending.reason as NodeJS.Signals));
  ending.addEventListener("abort", end);
  try {
    return await new Promise((resolve) => {
      child.once("error", (error) => {
        print(`${program} cannot be started: ${error.message}`);
        resolve(notStarted);
      });
      child.once("exit", (code, signal) => resolve(code ?? signalCodes + constants.signals[signal ?? "SIGTERM"]));
    });
  } finally {
    ending.removeEventListener("abort", end);
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function takeReport({ report }: CheckStep): StepReport {
  if (report === undefined || !existsSync(report)) return nothing;
  const read = JSON.parse(readFileSync(report, "utf8")) as StepReport;
  rmSync(report);
  return read;
}
