import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { runSteps } from "./run-steps.ts";
import { checkSteps, type Step, testSteps } from "./steps.ts";

let folder: string;
let printed: string[];
const print = (line: string) => void printed.push(line);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-steps-"));
  printed = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

function counting(name: string, passed: number, failed: number): Step {
  const counts = join(folder, `${name}.json`);
  const json = JSON.stringify({ numPassedTests: passed, numFailedTests: failed });
  return { name, command: ["sh", "-c", `echo '${json}' > ${counts}; exit ${failed === 0 ? 0 : 1}`], counts };
}

test("every step runs, says how long it took, and the counts are summed", async () => {
  expect(await runSteps([counting("unit", 3, 0), counting("system", 4, 0)], print)).toEqual({
    code: 0,
    passed: 7,
    failed: 0,
  });
  expect(printed[1]).toMatch(/^\[1\/2\] unit: done after \d+\.\d s$/);
  expect(printed[3]).toMatch(/^\[2\/2\] system: done/);
});

test("the first failing step ends the run with its exit code", async () => {
  const failing: Step = { name: "lint", command: ["sh", "-c", "exit 7"] };
  const result = await runSteps([counting("unit", 3, 0), failing, counting("never", 9, 0)], print);
  expect(result).toEqual({ code: 7, passed: 3, failed: 0 });
  expect(printed.at(-1)).toMatch(/^\[2\/3\] lint: failed with exit code 7/);
});

test("failed tests are counted, and an environment reaches its step", async () => {
  expect(await runSteps([counting("unit", 3, 2)], print)).toEqual({ code: 1, passed: 3, failed: 2 });
  const step: Step = {
    name: "env",
    command: ["sh", "-c", 'test "$DATABASE" = mariadb'],
    environment: { DATABASE: "mariadb" },
  };
  expect(await runSteps([step], print)).toMatchObject({ code: 0 });
});

test("the test command runs the system tests on both databases, after everything that is faster", () => {
  expect([...checkSteps, ...testSteps].map(({ name }) => name)).toEqual([
    ...["types", "lint", "format", "unused code", "architecture"],
    ...["unit", "system on sqlite", "system on mariadb"],
  ]);
});
