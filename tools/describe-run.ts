import type { StepsResult } from "./run-steps.ts";

const slowestShown = 10;

/** What the test command prints at its end: the share of each step, the slowest test files, whatever failed, and the counts. */
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

/** Whatever failed, one line each; no line where nothing has. */
export function describeFailures(failures: readonly string[]): readonly string[] {
  return failures.length === 0 ? [] : ["Failed:", ...failures.map((line) => `  ${line}`), ""];
}

function column(seconds: number): string {
  return seconds.toFixed(1).padStart(7);
}
