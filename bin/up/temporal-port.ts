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

const patience = 8_000;
const pauseMs = 200;

/**
 * The port of the embedded Temporal server: the one that is set, else that of the last start, so that a proxy which was enrolled
 * beside it finds it again; another free one where somebody else has taken that.
 */
export async function temporalPort(
  folder: string,
  wanted: number,
  patienceMs: number = patience,
): Promise<TemporalPort> {
  if (wanted !== 0) return { port: wanted };
  const file = join(folder, "port");
  const last = Number(await readFile(file, "utf8").catch(() => "0"));
  if (last > 0 && (await becomesFree(last, patienceMs))) return { port: last };
  const port = await freePort();
  makeFolderDurably(folder);
  writeFileDurably(file, String(port));
  return last > 0 ? { port, instead: last } : { port };
}

/** The server of a start that was killed takes a moment to end. */
async function becomesFree(port: number, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await isFree(port))) {
    if (performance.now() >= deadline) return false;
    await sleep(pauseMs);
  }
  return true;
}

async function isFree(port: number): Promise<boolean> {
  return requireFreePort(port).then(
    () => true,
    () => false,
  );
}
