import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { freePort, requireFreePort } from "./free-port.ts";
import type { Logger } from "./log.ts";
import { isProcessOf, stopProcess } from "./process.ts";
import { findTemporal } from "./temporal-binary.ts";
import { waitForTemporal } from "./temporal.ts";

/** Where the embedded Temporal server keeps its files, and where it listens. */
export interface TemporalServerOptions {
  readonly dataFolder: string;
  readonly log: Logger;
  /** A port of 127.0.0.1; a free one when not given. */
  readonly port?: number;
  /** A namespace to make besides `default`. */
  readonly namespace?: string;
  /** Told in words what is going on while the program is built. */
  readonly report?: (words: string) => void;
}

/** A running Temporal server. */
export interface TemporalServer {
  /** host:port for clients and workers. */
  readonly address: string;
  readonly pid: number;
  /** Settles when the process has ended, for whatever reason. */
  readonly exited: Promise<void>;
  /** Ends the process and waits for it. */
  stop(): Promise<void>;
}

const readyWithinMs = 30_000;
const portTries = 3;

/**
 * Starts a Temporal server on loopback whose state lives in the data folder, and waits until it answers.
 * @throws TemporalMissingError when there is no program and none can be built
 */
export async function startTemporalServer(options: TemporalServerOptions): Promise<TemporalServer> {
  const program = await findTemporal(options.report ? { report: options.report } : {});
  mkdirSync(options.dataFolder, { recursive: true, mode: 0o700 });
  await endAbandoned(options);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(program, options, options.port ?? (await freePort()));
    } catch (error) {
      // Between choosing a free port and listening on it, somebody else may have taken it.
      const portTaken = error instanceof Error && error.message.includes("address already in use");
      if (!portTaken || options.port !== undefined || attempt === portTries) throw error;
    }
  }
}

async function start(program: string, options: TemporalServerOptions, port: number): Promise<TemporalServer> {
  // Without this, a stranger on that port would answer in the place of our server.
  await requireFreePort(port);
  const logFile = join(options.dataFolder, "temporal.log");
  const output = openSync(logFile, "w", 0o600);
  const child = spawn(program, serverArguments(options, port), {
    stdio: ["ignore", output, output],
    // A group of its own: a Ctrl-C in the terminal is for us, who end the server last.
    detached: true,
  });
  closeSync(output);
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const address = `127.0.0.1:${port}`;
  try {
    await Promise.race([waitForTemporal(address, { timeoutMs: readyWithinMs }), endedEarly(child, logFile)]);
  } catch (error) {
    await stopProcess(child);
    throw error;
  }
  const pid = child.pid ?? 0;
  writeFileSync(pidFile(options), String(pid));
  options.log.info({ address, pid }, "The embedded Temporal server answers.");
  const stop = async () => {
    await stopProcess(child);
    rmSync(pidFile(options), { force: true });
  };
  return { address, pid, exited, stop };
}

function serverArguments({ dataFolder, namespace }: TemporalServerOptions, port: number): string[] {
  return [
    ...["server", "start-dev", "--headless", "--ip", "127.0.0.1", "--port", String(port)],
    ...["--db-filename", databaseFile(dataFolder)],
    ...["--sqlite-pragma", "journal_mode=wal", "--sqlite-pragma", "synchronous=normal"],
    ...["--log-level", "warn", "--log-format", "json", "--disable-config-env", "--disable-config-file"],
    ...(namespace === undefined || namespace === "default" ? [] : ["--namespace", namespace]),
  ];
}

function databaseFile(dataFolder: string): string {
  return join(dataFolder, "temporal.db");
}

function pidFile({ dataFolder }: TemporalServerOptions): string {
  return join(dataFolder, "temporal.pid");
}

async function endedEarly(child: ChildProcess, logFile: string): Promise<never> {
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => resolve());
  });
  const words = readFileSync(logFile, "utf8").trim().split("\n").slice(-5).join("\n");
  throw new Error(`The Temporal server ended at once:\n${words}`);
}

/** After a kill -9 of its parent a server may still hold the database file; only one that names that very file is ended. */
async function endAbandoned(options: TemporalServerOptions): Promise<void> {
  let pid: number;
  try {
    pid = Number(readFileSync(pidFile(options), "utf8"));
  } catch {
    return;
  }
  if (isProcessOf(pid, databaseFile(options.dataFolder))) {
    options.log.warn({ pid }, "Ending a Temporal server left behind by an earlier start.");
    await stopProcess(pid);
  }
  rmSync(pidFile(options), { force: true });
}
