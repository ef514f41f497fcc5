import type { StepsResult } from "./run-steps.ts";

const slowestShown = 10;

/** Returns the last lines of the test command: the share of each step, the slowest test files, the failures, and the counts. */
export function describeRun({ ran, files, passed, failures }: StepsResult): readonly string[] {
  const total = ran.reduce((sum, { seconds }) => sum + seconds, 0);
  const shares = ran.map(({ name, seconds }) => {
    const share = total === 0 ? 0 : Math.round((seconds / total) * 100);
    return `${column(seconds)} s ${String(share).padStart(3)} %  ${name}`;
  });
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestShown);
  return [
    "",
    `Steps, ${total.toFixed(0)} s in all:`,
    ...shares,
    "",
    `The ${slowest.length} slowest test files:`,
    ...slowest.map(({ seconds, name }) => `${column(seconds)} s  ${name}`),
    "",
    ...describeFailures(failures),
    `${passed} passed, ${failures.length} failed`,
  ];
}

/** Returns the failures, one line each; no line if there are none. */
export function describeFailures(failures: readonly string[]): readonly string[] {
  return failures.length === 0 ? [] : ["Failed:", ...failures.map((line) => `  ${line}`), ""];
}

function column(seconds: number): string {
  return seconds.toFixed(1).padStart(7);
}
