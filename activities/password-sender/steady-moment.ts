import { readFileSync } from "node:fs";

/** Moment by a clock that nobody sets, which begins with each start of the machine. */
export interface SteadyMoment {
  /** ID of the start of the machine; empty if it has none. */
  readonly boot: string;
  readonly ms: number;
}

/** Clock of steady moments. */
export type SteadyClock = () => SteadyMoment;

const bootIdFile = "/proc/sys/kernel/random/boot_id";
const uptimeFile = "/proc/uptime";

/** Makes the steady clock of this machine, which goes on while the machine is suspended. */
export function machineSteadyClock(read = (path: string) => readFileSync(path, "utf8")): SteadyClock {
  const boot = bootId(read);
  return () => ({ boot, ms: uptimeMs(read) ?? Number(process.hrtime.bigint() / 1_000_000n) });
}

/** Returns the milliseconds between two moments; null if the machine was started in between. */
export function elapsedMs(from: SteadyMoment, to: SteadyMoment): number | null {
  if (from.boot === "" || from.boot !== to.boot) return null;
  return Math.max(0, to.ms - from.ms);
}

function bootId(read: (path: string) => string): string {
  try {
    return read(bootIdFile).trim();
  } catch {
    return "";
  }
}

/** Returns the time since the start of the machine; undefined if the system does not tell. The clock of the process stands still while the machine is suspended. */
function uptimeMs(read: (path: string) => string): number | undefined {
  try {
    const seconds = Number(read(uptimeFile).split(" ", 1)[0]);
    return seconds > 0 ? Math.round(seconds * 1000) : undefined;
  } catch {
    return undefined;
  }
}
