import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** However busy others are, what is measured can still be found too long. */
const leastShare = 0.05;
const ticksPerSecond = 100;
const msPerTick = 1000 / ticksPerSecond;
/** In the line of a process, behind its name: its time in user and in system mode. */
const [userField, systemField] = [11, 12];
/** In the line of the machine: time in which a processor has nothing to do. */
const [idleField, waitField] = [3, 4];

/**
 * Measures the part of the machine that others have left to this process and those that it has started: 1 = all of it. What took some
 * time on a machine that others keep busy would have taken that part of it on a quiet one; what its own processes take of each other
 * counts in full.
 */
export function beginOwnShare(): () => number {
  const begun = { atMs: performance.now(), busyMs: busyMs(), ownMs: ownMs() };
  return () => {
    const wholeMs = (performance.now() - begun.atMs) * availableParallelism();
    const othersMs = Math.max(0, busyMs() - begun.busyMs - (ownMs() - begun.ownMs));
    return Math.max(leastShare, 1 - othersMs / wholeMs);
  };
}

/** Processor time of all processes of the machine; 0 where the system does not say it this way. */
function busyMs(): number {
  const [line = ""] = textOf("/proc/stat").split("\n");
  const fields = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return (
    fields.reduce((sum, ticks, field) => sum + (field === idleField || field === waitField ? 0 : ticks), 0) * msPerTick
  );
}

function ownMs(): number {
  return descendantsOf(process.pid).reduce((sum, pid) => sum + processMs(pid), processMs(process.pid));
}

function descendantsOf(pid: number): readonly number[] {
  const children = threadsOf(pid).flatMap((thread) =>
    textOf(`/proc/${pid}/task/${thread}/children`).split(" ").filter(Boolean).map(Number),
  );
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function processMs(pid: number): number {
  const text = textOf(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[userField] ?? 0) + Number(fields[systemField] ?? 0)) * msPerTick;
}

/** Nothing where the process has ended, or the system has no such file. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
