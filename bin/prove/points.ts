import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The variable by which a process knows where failpoints are armed. */
export const pointsVariable = "GATEHOUSE_PROVE_POINTS";

/** A failpoint of a process: its name, the work, and the point of it. */
const ownPoint = /^(?:api|hub|proxy) /;

/** Forgets which failpoints were reached: those of the set-up are never come by again. */
export function forgetPoints(folder: string): void {
  rmSync(join(folder, "reached"), { force: true });
}

/** The failpoints that processes of the proof have reached since, each once. */
export function reachedPoints(folder: string): readonly string[] {
  const file = join(folder, "reached");
  if (!existsSync(file)) return [];
  return [...new Set(readFileSync(file, "utf8").split("\n"))].filter((line) => ownPoint.test(line));
}

/** Lets the next process that reaches a failpoint end there without a warning. */
export function armPoint(folder: string, point: string): void {
  const file = armedFile(folder, point);
  writeFileSync(`${file}.new`, point, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Whether no process has ended there yet. */
export function isArmed(folder: string, point: string): boolean {
  return existsSync(armedFile(folder, point));
}

function armedFile(folder: string, point: string): string {
  return join(folder, `armed-${point.slice(0, point.indexOf(" "))}`);
}
