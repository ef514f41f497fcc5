import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { makeFolderDurably, writeFileDurably } from "#platform/files/durable-file.ts";
import { freePort, requireFreePort } from "#platform/processes/free-port.ts";

/** Port of the embedded Temporal server, and whether it differs from that of the last start. */
export interface TemporalPort {
  readonly port: number;
  /** Port of the last start, which another program uses now. */
  readonly instead?: number;
}

const usualPatienceMs = 8_000;
const pauseMs = 200;

/** Search for a port. */
export interface PortSearch {
  /** Folder that stores the port of the last start. */
  readonly folder: string;
  /** Configured port; 0 if none. */
  readonly wanted: number;
  /** Milliseconds to wait until the port of the last start is free; default 8,000. */
  readonly patienceMs?: number;
  /** Aborts the search. */
  readonly signal?: AbortSignal;
}

/**
 * Finds the port of the embedded Temporal server: the configured one, otherwise that of the last start, so that a proxy enrolled
 * beside it finds it again. If another program uses that port, it takes another free one.
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

/** Waits until a port is free: the server of a killed start takes a moment to end. */
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
