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
  const testResults = [{ name: join(process.cwd(), `${name}.test.ts`), startTime: 1_000, endTime: 3_500 }];
  const json = JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults });
  return { name, command: ["sh", "-c", `echo '${json}' > ${counts}; exit ${failed === 0 ? 0 : 1}`], counts };
}

test("every step runs, says how long it took, and the counts are summed", async () => {
  expect(await runSteps([counting("unit", 3, 0), counting("system", 4, 0)], print)).toEqual({
    code: 0,
    passed: 7,
    failed: 0,
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

test("the first failing step ends the run with its exit code", async () => {
  const failing: Step = { name: "lint", command: ["sh", "-c", "exit 7"] };
  const result = await runSteps([counting("unit", 3, 0), failing, counting("never", 9, 0)], print);
  expect(result).toMatchObject({ code: 7, passed: 3, failed: 0 });
  expect(result.ran.map(({ name }) => name)).toEqual(["unit", "lint"]);
  expect(printed.at(-1)).toMatch(/^\[2\/3\] lint: failed with exit code 7/);
});

test("failed tests are counted", async () => {
  expect(await runSteps([counting("unit", 3, 2)], print)).toMatchObject({ code: 1, passed: 3, failed: 2 });
});

test("the test command runs what is fast first, and what must be alone last", () => {
  expect([...checkSteps, ...testSteps].map(({ name }) => name)).toEqual([
    ...["types", "lint", "format", "unused code", "files that tests alone use", "architecture"],
    ...["unit", "system", "alone"],
  ]);
});
