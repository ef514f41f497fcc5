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

/** Returns the ids of the parent and, if that is the shell that npm has started for this process, of npm. */
function parentsOf(): string {
  // Some shells become the command that they are to run; then the parent is npm itself.
  const isOfNpm =
    process.env["npm_lifecycle_event"] !== undefined && /^(?:ba|da)?sh$/.test(factOf(process.ppid, "Name"));
  return [process.ppid, ...(isOfNpm ? [factOf(process.ppid, "PPid")] : [])].join(" ");
}

/** Returns what the kernel says of a process; empty on systems without /proc. */
function factOf(pid: number, name: string): string {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return new RegExp(`^${name}:\\s*(.*)$`, "m").exec(status)?.[1] ?? "";
  } catch {
    return "";
  }
}
