import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

import { isRunning } from "./process.ts";

/** A process for as long as it lives: its number is reused afterwards, its number and start together are not. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Time of its start, in the words of the system. */
  readonly startedAt: string;
}

/** Returns the identity of a running process; undefined if none has that number. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const startedAt = isRunning(pid) ? startOf(pid) : "";
  return startedAt === "" ? undefined : { pid, startedAt };
}

/** Returns the numbers of all other running processes that have some words among their arguments. */
export function processesWith(...words: readonly string[]): number[] {
  return commandLines().flatMap(([pid, line]) =>
    pid !== process.pid && words.every((word) => line.includes(word)) ? [pid] : [],
  );
}

// Counted after the name, which may hold anything; the field of the start is the 22nd of all.
const startField = 19;

function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    // A process that has ended and waits for its parent does nothing more.
    return fields[0] === "Z" ? "" : (fields[startField] ?? "");
  } catch {
    return askPs(["-o", "lstart=", "-p", String(pid)]).trim();
  }
}

function commandLines(): readonly (readonly [number, string])[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), commandLineOf(name)] as const);
  } catch {
    const lines = askPs(["-axo", "pid=,command="]).split("\n");
    return lines.map((line) => [Number.parseInt(line, 10), line] as const);
  }
}

function commandLineOf(name: string): string {
  try {
    return readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    // The process has ended meanwhile.
    return "";
  }
}

function askPs(parts: readonly string[]): string {
  return spawnSync("ps", parts, { encoding: "utf8" }).stdout ?? "";
}
