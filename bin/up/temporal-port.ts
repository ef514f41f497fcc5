import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { makeFolderDurably, writeFileDurably } from "#platform/files/durable-file.ts";
import { freePort, requireFreePort } from "#platform/processes/free-port.ts";

/** Where the embedded Temporal server listens, and whether that is another port than at the last start. */
export interface TemporalPort {
  readonly port: number;
  /** The port of the last start, on which somebody else listens now. */
  readonly instead?: number;
}

const usualPatienceMs = 8_000;
const pauseMs = 200;

/** The search for a port. */
export interface PortSearch {
  /** The folder that keeps the port of the last start. */
  readonly folder: string;
  /** A port that is set; 0 = none. */
  readonly wanted: number;
  /** How long the port of the last start may be taken still; eight seconds unless given. */
  readonly patienceMs?: number;
  /** Breaks the search off. */
  readonly signal?: AbortSignal;
}

/**
 * The port of the embedded Temporal server: the one that is set, else that of the last start, so that a proxy which was enrolled
 * beside it finds it again; another free one where somebody else has taken that.
 */
export async function temporalPort(search: PortSearch): Promise<TemporalPort> {
  const { folder, wanted } = search;
  if (wanted !== 0) return { port: wanted };
  const file = join(folder, "port");
  const last = Number(await readFile(file, "utf8").catch(() => "0"));
  if (last > 0 && (await becomesFree(last, search))) return { port: last };
  const port = await freePort();
  makeFolderDurably(folder);
  writeFileDurably(file, String(port));
  return last > 0 ? { port, instead: last } : { port };
}

/** The server of a start that was killed takes a moment to end. */
async function becomesFree(port: number, { patienceMs = usualPatienceMs, signal }: PortSearch): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (!(await isFree(port))) {
    if (performance.now() >= deadline) return false;
    await sleep(pauseMs, undefined, { signal });
  }
  return true;
}

async function isFree(port: number): Promise<boolean> {
  return requireFreePort(port).then(
    () => true,
    () => false,
  );
}
