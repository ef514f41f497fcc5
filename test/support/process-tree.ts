import type { ChildProcess } from "node:child_process";
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

/** Returns the process that answers for a `gatehouse api`, which is the child of the one that holds its socket; that one while there is none. */
export function answeringPid(pid: number): number {
  return (pid > 0 && isRunning(pid) ? childrenOf(pid)[0] : undefined) ?? pid;
}

/** Sends a signal to both processes of a `gatehouse api`; returns false if there is none. */
export function signalApi({ child }: { readonly child: ChildProcess }, signal: NodeJS.Signals): boolean {
  const { pid = 0 } = child;
  if (child.exitCode !== null || child.signalCode !== null) return false;
  const answering = answeringPid(pid);
  if (answering !== pid) process.kill(answering, signal);
  return child.kill(signal);
}
