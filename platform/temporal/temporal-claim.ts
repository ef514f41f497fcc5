import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type { Logger } from "../logs/log.ts";
import { holdLock, LockHeldError, type LockPatience } from "../processes/held-lock.ts";
import { isDatabaseOpen, type KernelLock } from "../processes/kernel-lock.ts";
import { processesWith } from "../processes/process-identity.ts";
import { stopProcess } from "../processes/process.ts";

/** Folder to claim, and the longest wait for a server that is about to end. */
export interface ClaimOptions extends LockPatience {
  readonly dataFolder: string;
  /** Full path of the file that belongs to one server alone. */
  readonly databaseFile: string;
  readonly log: Logger;
}

const pauseMs = 100;

/**
 * Claims the folder of a Temporal server for this process before anything is started there. A server that an earlier start left behind is
 * ended, identified by the database file among its arguments. For a server in another container, the claim waits until it has closed its
 * database.
 * @throws Error when another running process has claimed the folder, or a server does not close the database
 */
export async function claimTemporal(options: ClaimOptions): Promise<KernelLock> {
  const { databaseFile, log } = options;
  const claim = await lockOf(options);
  try {
    for (const pid of processesWith("start-dev", databaseFile)) {
      log.warn({ pid }, "Ending a Temporal server left behind by an earlier start.");
      await stopProcess(pid);
    }
    await untilClosed(options);
  } catch (error) {
    claim.release();
    throw error;
  }
  return claim;
}

async function lockOf({ dataFolder, patienceMs, signal }: ClaimOptions): Promise<KernelLock> {
  try {
    return await holdLock(join(dataFolder, "temporal.lock"), { patienceMs, signal });
  } catch (cause) {
    if (!(cause instanceof LockHeldError)) throw cause;
    const words = `Another process runs the Temporal server of '${dataFolder}': ${cause.message}.`;
    throw new Error(`${words} End it first, or use another folder (GATEHOUSE_DATA).`, { cause });
  }
}

async function untilClosed({ databaseFile, patienceMs, signal }: ClaimOptions): Promise<void> {
  const deadlineMs = performance.now() + patienceMs;
  while (isDatabaseOpen(databaseFile)) {
    if (performance.now() >= deadlineMs) {
      throw new Error(
        `A program that this process cannot see, such as a Temporal server in another container, has '${databaseFile}' open. End it first.`,
      );
    }
    await sleep(pauseMs, undefined, { signal });
  }
}
