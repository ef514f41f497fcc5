import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { makeRunFolder, processesOf, type RunFolder } from "./run-folder.ts";
import { runSteps } from "./run-steps.ts";
import { reportVariable } from "./step-report.ts";
import { checkSteps, type CheckStep, testSteps } from "./steps.ts";

let folder: string;
let printed: string[];
let ending: AbortController;
let runFolder: RunFolder;
const run = (...steps: CheckStep[]) =>
  runSteps(steps, { print: (line) => void printed.push(line), ending: ending.signal, folder: runFolder });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-steps-"));
  printed = [];
  ending = new AbortController();
  runFolder = makeRunFolder();
});
afterEach(() => {
  runFolder.remove();
  rmSync(folder, { recursive: true });
});

const shell = (name: string, script: string): CheckStep => ({ name, command: ["sh", "-c", script] });

function reporting(name: string, passed: number, failures: readonly string[] = []): CheckStep {
  const json = JSON.stringify({ passed, failures, files: [{ name: `${name}.test.ts (${name})`, seconds: 2.5 }] });
  const script = `echo '${json}' > $${reportVariable}; exit ${failures.length}`;
  return { ...shell(name, script), report: join(folder, `${name}.json`) };
}

test("every step runs, says how long it took, and the counts are summed", async () => {
  expect(await run(reporting("unit", 3), reporting("system", 4))).toEqual({
    code: 0,
    passed: 7,
    failures: [],
    ran: [
      { name: "unit", seconds: expect.any(Number) },
      { name: "system", seconds: expect.any(Number) },
    ],
    files: [
      { name: "unit.test.ts (unit)", seconds: 2.5 },
      { name: "system.test.ts (system)", seconds: 2.5 },
    ],
  });
  expect(printed[1]).toMatch(/^\[1\/2\] unit: done after \d+\.\d s$/);
  expect(printed[3]).toMatch(/^\[2\/2\] system: done/);
});

test("steps after one that failed run all the same; all that failed is named, and the first exit code counts", async () => {
  const broken = ["a.test.ts (unit) one", "a.test.ts (unit) two"];
  const lost: CheckStep = { ...shell("system", "kill -KILL $$"), report: join(folder, "never.json") };
  const absent: CheckStep = { name: "absent", command: [join(folder, "no-such-program")] };
  const result = await run(shell("lint", "exit 7"), reporting("unit", 3, broken), lost, absent, reporting("alone", 9));
  expect(result).toMatchObject({
    code: 7,
    passed: 12,
    failures: ["lint: exit code 7", ...broken, "system: exit code 137", "absent: exit code 127"],
  });
  expect(result.ran.map(({ name }) => name)).toEqual(["lint", "unit", "system", "absent", "alone"]);
  expect(printed[1]).toMatch(/^\[1\/5\] lint: failed with exit code 7/);
});

test("a step is not told where an outer one reports", async () => {
  process.env[reportVariable] = join(folder, "outer.json");
  try {
    await run(shell("lint", `test -z "$${reportVariable}"`), reporting("unit", 1));
    expect(existsSync(join(folder, "outer.json"))).toBe(false);
  } finally {
    delete process.env[reportVariable];
  }
});

test("a signal ends the step under way, begins no other, and is the exit code", async () => {
  const begun = join(folder, "begun");
  const endless = shell("endless", `trap 'exit 5' TERM; : > ${begun}; while :; do sleep 0.05; done`);
  const running = run(endless, shell("never", "exit 0"));
  await expect.poll(() => existsSync(begun)).toBe(true);
  ending.abort("SIGTERM");
  expect(await running).toMatchObject({ code: 143, ran: [{ name: "endless" }], failures: ["endless: exit code 5"] });
});

test("a signal reaches every process of the step once, and its end is waited for", async () => {
  const [begun, heard] = [join(folder, "begun"), join(folder, "heard")];
  const inner = `trap 'echo inner >> ${heard}; exit 0' TERM; : > ${begun}; while :; do sleep 0.05; done`;
  const outer = `trap 'echo outer >> ${heard}' TERM; sh -c "${inner}" & wait; wait; exit 3`;
  const running = run(shell("system", outer), shell("never", "exit 0"));
  await expect.poll(() => existsSync(begun)).toBe(true);
  ending.abort("SIGTERM");
  expect(await running).toMatchObject({ code: 143, ran: [{ name: "system" }], failures: ["system: exit code 3"] });
  expect(readFileSync(heard, "utf8").trim().split("\n").toSorted()).toEqual(["inner", "outer"]);
});

test("what a step leaves behind is ended by its id and named, also in a group of its own", async () => {
  const script = "setsid sh -c 'trap \"\" INT; while :; do sleep 0.05; done' > /dev/null 2>&1 & exit 0";
  await run(shell("system", script));
  const [, given = ""] = Object.entries(runFolder.environment).flat();
  expect([...processesOf(given)]).toEqual([]);
  expect(printed).toContainEqual(expect.stringMatching(/^left behind, ended: \d+ .*trap/));
});

test("the test command runs what is fast first, and what must be alone last", () => {
  expect([...checkSteps, ...testSteps].map(({ name }) => name)).toEqual([
    "types",
    "types of the pages",
    "lint",
    "format",
    "unused code",
    "files that tests alone use",
    "architecture",
    "unit",
    "system",
    "few",
    "alone",
  ]);
});
