import { readFileSync } from "node:fs";

const kilobytesPerMegabyte = 1_024;

/** The most memory that a process has had so far, in megabytes; undefined where it has ended. */
export function peakMemoryMB(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? undefined : Math.ceil(Number(kilobytes) / kilobytesPerMegabyte);
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
