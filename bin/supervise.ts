import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { extname, join } from "node:path";
import type { Writable } from "node:stream";
import { fileURLToPath } from "node:url";

import { openLogFile } from "#platform/logs/log-file.ts";
import type { Logger } from "#platform/logs/log.ts";
import { nodeOptions } from "#platform/processes/node-options.ts";
import { stopProcess } from "#platform/processes/process.ts";
import { withinTime } from "#platform/processes/within-time.ts";
import type { Environment } from "#platform/settings/settings.ts";

import { type ChildMessage, supervisedVariable } from "./lifecycle.ts";

/** A process to keep running: a command of this program with an environment of its own. */
export interface ChildDefinition {
  /** Names the log file. */
  readonly name: string;
  /** Arguments of `gatehouse`. */
  readonly command: readonly string[];
  readonly environment: Environment;
}

/** What the supervisor is made of. */
export interface SupervisorOptions {
  /** Where each child's lines go: `<name>.log`. */
  readonly logFolder: string;
  readonly log: Logger;
  /** Gets every line of every child as well. */
  readonly echo?: (line: string) => void;
}

/** Keeps child processes running. */
export interface Supervisor {
  /**
   * Starts a child and waits until it is ready; from then on it is started again, with growing pauses, whenever it ends.
   * Gives the address on which it listens, if it does.
   * @throws Error with the child's own words when it ends before it was ready
   */
  start(child: ChildDefinition, report?: (words: string) => void): Promise<string | null>;
  /** Ends all children, the last started first, and waits for them. */
  stop(): Promise<void>;
}

// TypeScript here, JavaScript in the published package.
const program = fileURLToPath(new URL(`./gatehouse${extname(import.meta.url)}`, import.meta.url));
const pauseMsMin = 250;
const pauseMsMax = 10_000;
/** A child that ran this long was sound: the next pause is the shortest again. */
const soundMs = 30_000;
const stopWithinMs = 12_000;

/** Makes a supervisor. Its children end when it ends, even when it is killed: each watches its channel. */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { logFolder, log, echo } = options;
  const running = new Map<string, ChildProcess>();
  const order: string[] = [];
  const pauses = new Set<NodeJS.Timeout>();
  let stopping = false;

  function launch(definition: ChildDefinition, output: Writable): ChildProcess {
    const child = spawn(process.execPath, [...nodeOptions, program, ...definition.command], {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { ...definition.environment, [supervisedVariable]: "1" },
      // A group of its own: a Ctrl-C in the terminal comes to the supervisor, which ends the children in order.
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.pipe(output, { end: false });
      if (echo) stream?.on("data", (data: Buffer) => echo(data.toString("utf8").trimEnd()));
    }
    running.set(definition.name, child);
    return child;
  }

  function keep(definition: ChildDefinition, output: Writable, pauseMs: number): void {
    const child = running.get(definition.name);
    const startedMs = performance.now();
    child?.once("exit", (code, signal) => {
      if (stopping) return;
      const next = performance.now() - startedMs > soundMs ? pauseMsMin : pauseMs;
      log.warn({ child: definition.name, code, signal, pauseMs: next }, "A process has ended; it is started again.");
      const timer = setTimeout(() => {
        pauses.delete(timer);
        launch(definition, output);
        keep(definition, output, Math.min(next * 2, pauseMsMax));
      }, next);
      pauses.add(timer);
    });
  }

  return {
    async start(definition, report) {
      const output = openLogFile({ path: join(logFolder, `${definition.name}.log`) });
      const child = launch(definition, output);
      order.push(definition.name);
      const address = await untilReady(child, definition.name, report);
      keep(definition, output, pauseMsMin);
      return address;
    },
    async stop() {
      stopping = true;
      for (const timer of pauses) clearTimeout(timer);
      for (const name of order.toReversed()) await end(running.get(name));
    },
  };
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  if (child.connected) child.disconnect();
  await withinTime(stopWithinMs, ended).catch(() => stopProcess(child, 0));
}

async function untilReady(child: ChildProcess, name: string, report?: (words: string) => void): Promise<string | null> {
  let words = "";
  return new Promise((resolve, reject) => {
    child.on("message", (message: ChildMessage) => {
      if (message.type === "ready") resolve(message.address);
      if (message.type === "progress") report?.(message.words);
      if (message.type === "failed") words = message.words;
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      reject(
        new Error(words || `The process '${name}' ended (${signal ?? code}) before it was ready; its log says more.`),
      );
    });
  });
}
