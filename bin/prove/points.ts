import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Environment variable with the folder in which failpoints are armed. */
export const pointsVariable = "GATEHOUSE_PROVE_POINTS";

/** Pattern of a failpoint of a process: its name, the work, and the point in the work. */
const ownPoint = /^(?:api|hub|proxy) /;

/** Deletes the record of reached failpoints: those of the set-up are never reached again. */
export function forgetPoints(folder: string): void {
  rmSync(join(folder, "reached"), { force: true });
}

/** Returns the failpoints that processes of the proof have reached since, each once. */
export function reachedPoints(folder: string): readonly string[] {
  const file = join(folder, "reached");
  if (!existsSync(file)) return [];
  return [...new Set(readFileSync(file, "utf8").split("\n"))].filter((line) => ownPoint.test(line));
}

/** Makes the next process that reaches a failpoint end there without warning. */
export function armPoint(folder: string, point: string): void {
  const file = armedFile(folder, point);
  writeFileSync(`${file}.new`, point, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Returns true if no process has ended there yet. */
export function isArmed(folder: string, point: string): boolean {
  return existsSync(armedFile(folder, point));
}

function armedFile(folder: string, point: string): string {
  return join(folder, `armed-${point.slice(0, point.indexOf(" "))}`);
}
