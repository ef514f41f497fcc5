import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

const graceMs = 10_000;
const pauseMs = 50;

/** Asks a process to end, waits for it, and kills it if it does not end within ten seconds. */
export async function stopProcess(target: ChildProcess | number, withinMs: number = graceMs): Promise<void> {
  const pid = typeof target === "number" ? target : target.pid;
  if (pid === undefined) return;
  const gone = () =>
    typeof target === "number" ? !isRunning(pid) : target.exitCode !== null || target.signalCode !== null;
  if (gone()) return;
  signal(pid, "SIGTERM");
  const deadline = performance.now() + withinMs;
  while (!gone() && performance.now() < deadline) await sleep(pauseMs);
  if (gone()) return;
  signal(pid, "SIGKILL");
  while (!gone()) await sleep(pauseMs);
}

/** Returns true if a process with that number runs. */
export function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  return signal(pid, 0);
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
