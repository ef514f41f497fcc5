import { readFileSync, writeFileSync } from "node:fs";

const kilobytesPerMegabyte = 1_024;

/** Returns the peak memory of a process in megabytes; undefined if it has ended. */
export function peakMemoryMB(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? undefined : Math.ceil(Number(kilobytes) / kilobytesPerMegabyte);
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

/** Makes the peak memory of a process count from now on. */
export function forgetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}
