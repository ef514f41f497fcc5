import { join } from "node:path";

import { holdLock, LockHeldError } from "#platform/processes/held-lock.ts";
import { requirePrivateFolder } from "#platform/processes/private-folder.ts";

import { CliError } from "../cli-error.ts";

/** Milliseconds for the kernel to clean up after a killed process. */
const patienceMs = 2_000;

/**
 * Claims a data folder, so that only one `gatehouse up` or `gatehouse restore` of this machine works on it, in whatever container
 * it runs; returns the function that releases the claim.
 * @throws CliError if another one works there
 * @throws NotPrivateError if others can enter the folder
 */
export async function claimDataFolder(folder: string): Promise<() => void> {
  requirePrivateFolder(folder);
  try {
    const lock = await holdLock(join(folder, "up.lock"), { patienceMs });
    return () => lock.release();
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error;
    const words = `Another 'gatehouse up' or 'gatehouse restore' works in '${folder}': ${error.message}.`;
    throw new CliError(`${words} End it, or set GATEHOUSE_DATA and HTTP_PORT.`, undefined, error);
  }
}
