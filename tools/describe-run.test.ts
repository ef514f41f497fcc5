import { expect, test } from "vitest";

import { describeRun } from "./describe-run.ts";

const timed = (name: string, seconds: number) => ({ name, seconds });

test("the end of a run names the share of each step, the ten slowest files and, last, the counts", () => {
  const files = Array.from({ length: 12 }, (_, index) => timed(`file-${index}.test.ts (unit)`, index));
  const ran = [timed("types", 25), timed("unit", 75)];
  expect(describeRun({ code: 0, passed: 40, failures: [], ran, files })).toEqual([
    "",
    "Steps, 100 s in all:",
    "   25.0 s  25 %  types",
    "   75.0 s  75 %  unit",
    "",
    "The 10 slowest test files:",
    ...[11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `${n.toFixed(1).padStart(7)} s  file-${n}.test.ts (unit)`),
    "",
    "40 passed, 0 failed",
  ]);
});

test("a run in which nothing ran is described too", () => {
  const failures = ["types: exit code 2"];
  expect(describeRun({ code: 2, passed: 0, failures, ran: [timed("types", 0)], files: [] })).toContain(
    "    0.0 s   0 %  types",
  );
});

test("whatever failed stands together at the very end, before the counts", () => {
  const failures = ["types: exit code 2", "store/a.test.ts (unit) a row is there"];
  expect(describeRun({ code: 2, passed: 3, failures, ran: [timed("unit", 1)], files: [] }).slice(-5)).toEqual([
    "Failed:",
    "  types: exit code 2",
    "  store/a.test.ts (unit) a row is there",
    "",
    "3 passed, 2 failed",
  ]);
});
