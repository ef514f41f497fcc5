import { readFileSync, writeFileSync } from "node:fs";

const kibPerMib = 1024;
// The kernel counts the time of processes in hundredths of a second (proc(5), stat).
const msPerTick = 10;
// Told to the kernel (proc(5), clear_refs), it forgets the peak so far.
const resetPeak = "5";

/** The most memory that a process has had, in MiB. */
export function peakMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / kibPerMib);
}

/** Has the peak of a process counted anew. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, resetPeak);
}

/** The processor time that a process has taken so far, in milliseconds. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program stands in parentheses and may hold spaces; the times are the 12th and 13th value behind it.
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) * msPerTick;
}
