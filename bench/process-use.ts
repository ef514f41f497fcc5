import { readFileSync, writeFileSync } from "node:fs";

const kibPerMib = 1024;
// The kernel counts the time of processes in hundredths of a second (proc(5), stat).
const msPerTick = 10;
// Written to clear_refs (proc(5)), it resets the peak in the kernel.
const resetPeak = "5";

/** Returns the peak memory of a process, in MiB. */
export function peakMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / kibPerMib);
}

/** Resets the peak memory of a process. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, resetPeak);
}

/** Returns the processor time of a process so far, in milliseconds. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The program's name is in parentheses and may contain spaces; the times are the 12th and 13th value after it.
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) * msPerTick;
}
