import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

import type { TestError } from "vitest";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

import { reportVariable, type StepReport } from "./step-report.ts";

const msPerSecond = 1_000;
/** Number of lines shown from the beginning and from the end of a difference. */
const [diffFirst, diffLast] = [15, 15];

/** Vitest's reporter of a step: writes the results of its tests to the file that the step names. */
export default class StepReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly SerializedError[]): void {
    const file = process.env[reportVariable];
    if (file !== undefined) writeFileSync(file, JSON.stringify(reportOf(modules, strayErrors)));
  }
}

function reportOf(modules: readonly TestModule[], strayErrors: readonly SerializedError[]): StepReport {
  return {
    passed: modules.reduce((sum, { children }) => sum + [...children.allTests("passed")].length, 0),
    failures: [...modules.flatMap(failuresOf), ...strayErrors.map(describeStray)],
    files: modules.map((module) => ({
      name: placeOf(module),
      seconds: module.diagnostic().duration / msPerSecond,
    })),
  };
}

function placeOf({ moduleId, project }: TestModule): string {
  return `${relative(process.cwd(), moduleId)} (${project.name})`;
}

function failuresOf(module: TestModule): string[] {
  const place = placeOf(module);
  const tests = [...module.children.allTests("failed")].map(
    (test) => `${place} ${test.fullName}: ${wordsOf(test.result().errors?.[0])}`,
  );
  // Failures before or after the tests: a file that cannot be read, a hook that fails.
  const outside = [module, ...module.children.allSuites()].flatMap((suite) => {
    const name = suite.type === "module" ? "" : ` ${suite.fullName}`;
    return suite.errors().map(({ message }) => `${place}${name}: ${firstLine(message)}`);
  });
  const unfinished = ["queued", "pending"].includes(module.state()) ? [`${place} did not end`] : [];
  return [...tests, ...outside, ...unfinished];
}

/** Returns the message of an error with the difference of the compared values: often only the last lines of a long run are kept. */
function wordsOf(error: TestError | undefined): string {
  const { message = "", diff } = error ?? {};
  const lines = diff === undefined ? [] : stripVTControlCharacters(diff).split("\n");
  return [firstLine(message), ...endsOf(lines.filter((line) => /\S/.test(line)))].join("\n    ");
}

function endsOf(lines: readonly string[]): readonly string[] {
  const left = lines.length - diffFirst - diffLast;
  if (left <= 0) return lines;
  return [...lines.slice(0, diffFirst), `… ${left} more lines …`, ...lines.slice(-diffLast)];
}

function describeStray({ name, message, ...more }: SerializedError): string {
  const during =
    typeof more["VITEST_TEST_PATH"] === "string" ? ` during ${relative(process.cwd(), more["VITEST_TEST_PATH"])}` : "";
  return `an error outside of any test${during}: ${name ?? "Error"}: ${firstLine(message)}`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
