import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** Smallest share: however busy other processes are, a measured time can still be found too long. */
const leastShare = 0.05;
const ticksPerSecond = 100;
const msPerTick = 1000 / ticksPerSecond;
/** Indexes of the user and system times in the line of a process, after its name. */
const [userField, systemField] = [11, 12];
/** Indexes of the times in which a processor is idle, in the line of the machine. */
const [idleField, waitField] = [3, 4];

/**
 * Measures the share of the machine that other processes have left to this one and its descendants; 1 = all of it. A time measured on a
 * busy machine, multiplied by this share, is the time on a quiet one. Waiting of its own processes for each other counts in full.
 */
export function beginOwnShare(): () => number {
  const begun = { atMs: performance.now(), busyMs: busyMs(), ownMs: ownMs() };
  return () => {
    const wholeMs = (performance.now() - begun.atMs) * availableParallelism();
    const othersMs = Math.max(0, busyMs() - begun.busyMs - (ownMs() - begun.ownMs));
    return Math.max(leastShare, 1 - othersMs / wholeMs);
  };
}

/** Returns the processor time of all processes of the machine in milliseconds; 0 if the system does not show it. */
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

/** Returns the text of a file; "" if the process has ended, or the system has no such file. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
