import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Logger } from "../logs/log.ts";
import { withFileLock } from "../processes/file-lock.ts";
import { identityOf, isAlive, processesWith, type ProcessIdentity } from "../processes/process-identity.ts";
import { stopProcess } from "../processes/process.ts";

/** The right of one process to run a Temporal server on a folder. */
export interface TemporalClaim {
  /** Notes which process serves. */
  serves(pid: number): void;
  /** Gives the right up. */
  release(): Promise<void>;
}

/** What is claimed. */
export interface ClaimOptions {
  readonly dataFolder: string;
  /** The file that belongs to one server alone, by its full path. */
  readonly databaseFile: string;
  readonly log: Logger;
}

interface Claimed {
  readonly owner: ProcessIdentity;
  /** Names the claim: one process may make several, one after another. */
  readonly claim: string;
  readonly server?: number;
}

/**
 * Claims the folder of a Temporal server for this process before anything is started there. A server that an earlier start
 * has left behind is ended, known by the database file among its arguments, whether or not anybody has noted its number.
 * @throws Error when another process that runs has claimed it
 */
export async function claimTemporal({ dataFolder, databaseFile, log }: ClaimOptions): Promise<TemporalClaim> {
  const file = join(dataFolder, "temporal.pid");
  const own = { owner: identityOf(process.pid) ?? { pid: process.pid, startedAt: "" }, claim: randomUUID() };
  const locked = <T>(run: () => Promise<T>) => withFileLock(join(dataFolder, "temporal.lock"), run);
  const write = (claimed: Claimed) => writeFileSync(file, JSON.stringify(claimed), { mode: 0o600 });
  await locked(async () => {
    const known = readClaim(file);
    if (known && known.owner.pid !== process.pid && isAlive(known.owner)) {
      const words = `Process ${known.owner.pid} runs the Temporal server of '${dataFolder}'.`;
      throw new Error(`${words} End it first, or use another folder (GATEHOUSE_DATA).`);
    }
    for (const pid of processesWith("start-dev", databaseFile)) {
      log.warn({ pid }, "Ending a Temporal server left behind by an earlier start.");
      await stopProcess(pid);
    }
    write(own);
  });
  return {
    serves: (server) => write({ ...own, server }),
    release: () =>
      locked(async () => {
        const known = readClaim(file);
        if (known?.claim === own.claim) rmSync(file, { force: true });
      }),
  };
}

function readClaim(file: string): Claimed | undefined {
  try {
    const claimed = JSON.parse(readFileSync(file, "utf8")) as Claimed | number;
    // An earlier version has noted the number of its server alone.
    return typeof claimed === "object" ? claimed : undefined;
  } catch {
    return undefined;
  }
}
