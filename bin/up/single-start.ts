import { join } from "node:path";

import { holdLock, LockHeldError } from "#platform/processes/held-lock.ts";
import { requirePrivateFolder } from "#platform/processes/private-folder.ts";

import { CliError } from "../cli-error.ts";

/** The time that the kernel may take to clear away a process that was killed. */
const patienceMs = 2_000;

/**
 * Makes sure that only one `gatehouse up` or `gatehouse restore` of this machine works on a data folder, in whatever container it runs;
 * returns what ends the claim.
 * @throws CliError when another one works there
 * @throws NotPrivateError when others can enter the folder
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
