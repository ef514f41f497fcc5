import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { isRunning } from "#platform/processes/process.ts";

const goneWithinMs = 60_000;

/** Returns the processes that a process has started and that still exist. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
}

/** Returns the processes below a process. */
export function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Waits until processes have ended; returns those that still run after a long time. */
export async function untilGone(pids: readonly number[]): Promise<number[]> {
  const deadline = performance.now() + goneWithinMs;
  // A process that has ended exists until the first process of the machine has reaped it.
  while (pids.some(isRunning) && performance.now() < deadline) await sleep(50);
  return pids.filter(isRunning);
}
