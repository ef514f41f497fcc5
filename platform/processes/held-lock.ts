import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

import { type KernelLock, takeLock } from "./kernel-lock.ts";

/** Error for a lock that another process holds; the message names the lock's file and, as far as it is known, the process. */
export class LockHeldError extends Error {
  override readonly name = "LockHeldError";
}

/** Options of the wait for another holder. */
export interface LockPatience {
  readonly patienceMs: number;
  /** Signal that ends the wait early. */
  readonly signal?: AbortSignal | undefined;
}

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

const pauseMs = 100;

/**
 * Takes a lock that a process keeps for its life, and records in `<file>.holder` which process that is. The record is for people: the
 * kernel alone decides, so a record that is left behind blocks nobody.
 * @throws LockHeldError if another process still has it after `patienceMs`
 */
export async function holdLock(file: string, { patienceMs, signal }: LockPatience): Promise<KernelLock> {
  const deadlineMs = performance.now() + patienceMs;
  for (let lock = takeLock(file); ; lock = takeLock(file)) {
    if (lock !== undefined) return noted(file, lock);
    if (performance.now() >= deadlineMs) throw heldBy(file);
    await sleep(pauseMs, undefined, { signal });
  }
}

function noted(file: string, lock: KernelLock): KernelLock {
  const note = noteOf(file);
  const holder: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  try {
    writeFileSync(note, JSON.stringify(holder), { mode: 0o600 });
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    release() {
      rmSync(note, { force: true });
      lock.release();
    },
  };
}

function heldBy(file: string): LockHeldError {
  const holder = readHolder(file);
  const who =
    holder === undefined
      ? "a process that is not known (or a file system without locks)"
      : `process ${holder.pid} on '${holder.host}' since ${holder.since}`;
  return new LockHeldError(`${who} holds the lock ${file}`);
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(noteOf(file), "utf8")) as Holder;
  } catch {
    // Not written yet, or not by us: nothing depends on it.
    return undefined;
  }
}

function noteOf(file: string): string {
  return `${file}.holder`;
}
