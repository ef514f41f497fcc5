import { readFileSync } from "node:fs";

import { describeFailures, describeRun } from "./describe-run.ts";
import { makeRunFolder } from "./run-folder.ts";
import { runSteps } from "./run-steps.ts";
import { checkSteps, longSize, longSteps, testSteps } from "./steps.ts";

const parentLookMs = 1_000;
const onlyCheck = process.argv.includes("--check");
const isLong = process.argv.includes("--long");
if (isLong) Object.assign(process.env, longSize);
const all = onlyCheck ? checkSteps : [...checkSteps, ...testSteps, ...(isLong ? longSteps : [])];
const [, only] = process.argv.slice(process.argv.indexOf("--step"));
const steps = process.argv.includes("--step") ? all.filter(({ name }) => name === only) : all;
if (steps.length === 0) {
  console.error(`There is no step '${only}'. Name one of: ${all.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ending.abort(signal));
// If the terminal is closed, or npm alone is ended, this process or the shell that npm has started loses its parent.
const parents = parentsOf();
const looking = setInterval(() => {
  if (parentsOf() !== parents) ending.abort("SIGHUP");
}, parentLookMs);
const folder = makeRunFolder();
try {
  const result = await runSteps(steps, { print: (line) => console.log(line), ending: ending.signal, folder });
  for (const line of onlyCheck ? describeFailures(result.failures) : describeRun(result)) console.log(line);
  process.exitCode = result.code;
} finally {
  folder.remove();
  clearInterval(looking);
}

/** Returns the ids of the parent and, where npm has started a shell for this process, of the parent of that. */
function parentsOf(): string {
  const byNpm = process.env["npm_lifecycle_event"] !== undefined;
  return [process.ppid, ...(byNpm ? [parentOf(process.ppid)] : [])].join(" ");
}

/** Returns the id of the parent of a process; empty on systems without /proc. */
function parentOf(pid: number): string {
  try {
    return /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "";
  } catch {
    return "";
  }
}
