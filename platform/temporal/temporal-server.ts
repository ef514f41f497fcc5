import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { untilAborted } from "#connectors/contract/until-aborted.ts";

import type { Logger } from "../logs/log.ts";
import { freePort, requireFreePort } from "../processes/free-port.ts";
import { guarded, endGuard } from "../processes/guarded-program.ts";
import type { KernelLock } from "../processes/kernel-lock.ts";
import { stopProcess } from "../processes/process.ts";
import { findTemporal } from "./temporal-binary.ts";
import { claimTemporal } from "./temporal-claim.ts";
import { waitForTemporal } from "./wait-for-temporal.ts";

/** Data folder and address of the embedded Temporal server. */
export interface TemporalServerOptions {
  readonly dataFolder: string;
  readonly log: Logger;
  /** Port of 127.0.0.1; a free one by default. */
  readonly port?: number;
  /** Receives progress reports while the program is built. */
  readonly report?: (words: string) => void;
  /** Milliseconds that a server of an earlier start may take to end; longer than its guard gives it, by default. */
  readonly patienceMs?: number;
  /** Signal that aborts the start. */
  readonly signal?: AbortSignal;
}

/** A running Temporal server. */
export interface TemporalServer {
  /** Address, host:port, for clients and workers. */
  readonly address: string;
  readonly pid: number;
  /** Settles when the process has ended, for whatever reason. */
  readonly exited: Promise<void>;
  /** Ends the process and waits for it. */
  stop(): Promise<void>;
}

const readyWithinMs = 30_000;
const portTries = 3;
// The guard of a server (guarded-program.ts) kills it after ten seconds.
const usualPatienceMs = 15_000;

/**
 * Starts a Temporal server on loopback whose state lives in the data folder, and waits until it answers. There is never more than one on a
 * folder, and none without the process that has started it: it ends with that process, even when that is killed.
 * @throws TemporalMissingError when there is no program and none can be built
 * @throws Error when another process still runs a server on that folder, or the port is taken
 */
export async function startTemporalServer(given: TemporalServerOptions): Promise<TemporalServer> {
  const options = { ...given, dataFolder: resolve(given.dataFolder) };
  const program = await findTemporal(options.report ? { report: options.report } : {});
  options.signal?.throwIfAborted();
  mkdirSync(options.dataFolder, { recursive: true, mode: 0o700 });
  const patienceMs = options.patienceMs ?? usualPatienceMs;
  const claim = await claimTemporal({ ...options, databaseFile: databaseFile(options), patienceMs });
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(program, { ...options, port: options.port ?? (await freePort()) }, claim);
    } catch (error) {
      // Between the choice of a free port and listening on it, another program may have taken it.
      const portTaken = error instanceof Error && error.message.includes("address already in use");
      if (portTaken && options.port === undefined && attempt < portTries) continue;
      claim.release();
      throw error;
    }
  }
}

async function start(
  program: string,
  options: TemporalServerOptions & { readonly port: number },
  claim: KernelLock,
): Promise<TemporalServer> {
  const { port, log, signal, dataFolder } = options;
  // Without this check, a stranger on that port would answer in the place of our server.
  await requireFreePort(port);
  const logFile = join(dataFolder, "temporal.log");
  const output = openSync(logFile, "w", 0o600);
  const child = spawn(...guarded(program, serverArguments(options)), {
    stdio: ["pipe", output, output],
    // The server has a group of its own: a Ctrl-C in the terminal is for this process, which ends the server last.
    detached: true,
  });
  closeSync(output);
  const pid = child.pid ?? 0;
  const ended = new Promise<void>((done) =>
    child.once("exit", () => {
      endGuard(child);
      done();
    }),
  );
  const address = `127.0.0.1:${port}`;
  try {
    const started = () => Promise.race([waitForTemporal(address, readyWithinMs), endedEarly(child, logFile)]);
    await (signal === undefined ? started() : untilAborted(signal, started));
  } catch (error) {
    await stopProcess(child);
    throw error;
  }
  log.info({ address, pid }, "The embedded Temporal server answers.");
  // A server that has not started well may be started again under the same claim.
  const exited = ended.then(() => claim.release());
  const stop = async () => {
    await stopProcess(child);
    await exited;
  };
  return { address, pid, exited, stop };
}

function serverArguments(options: TemporalServerOptions & { readonly port: number }): string[] {
  return [
    "server",
    "start-dev",
    "--headless",
    "--ip",
    "127.0.0.1",
    "--port",
    String(options.port),
    "--db-filename",
    databaseFile(options),
    "--sqlite-pragma",
    "journal_mode=wal",
    "--sqlite-pragma",
    "synchronous=normal",
    "--log-level",
    "warn",
    "--log-format",
    "json",
    "--disable-config-env",
    "--disable-config-file",
  ];
}

function databaseFile({ dataFolder }: Pick<TemporalServerOptions, "dataFolder">): string {
  return join(dataFolder, "temporal.db");
}

async function endedEarly(child: ChildProcess, logFile: string): Promise<never> {
  await new Promise<void>((done, reject) => {
    child.once("error", reject);
    child.once("exit", () => done());
  });
  const words = readFileSync(logFile, "utf8").trim().split("\n").slice(-5).join("\n");
  throw new Error(`The Temporal server ended at once:\n${words}`);
}
