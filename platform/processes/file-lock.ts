import { setTimeout as sleep } from "node:timers/promises";

import { takeLock } from "./kernel-lock.ts";

const pauseMs = 200;

/**
 * Runs a function while nothing else of this machine runs one under the same lock file, which stays. The lock ends with the process that
 * holds it. `onWait` is called once if another process holds it, and cancels by throwing.
 */
export async function withFileLock<T>(file: string, run: () => Promise<T>, onWait?: () => void): Promise<T> {
  let lock = takeLock(file);
  if (lock === undefined) onWait?.();
  while (lock === undefined) {
    await sleep(pauseMs);
    lock = takeLock(file);
  }
  try {
    return await run();
  } finally {
    lock.release();
  }
}
