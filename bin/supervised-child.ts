import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Writable } from "node:stream";

import type { Logger } from "#platform/logs/log.ts";
import type { MetricSnapshot } from "#platform/metrics/recorded-metrics.ts";
import { allocatorEnvironment, nodeOptions } from "#platform/processes/node-options.ts";
import { endGroup } from "#platform/processes/process-group.ts";
import { withinTime } from "#platform/processes/within-time.ts";
import type { Environment } from "#platform/settings/settings.ts";
import { compiledFolder } from "#platform/settings/user-cache.ts";

import { askChild } from "./ask-child.ts";
import { type ChildMessage, type Order, supervisedVariable } from "./lifecycle.ts";
import type { AskedProcess } from "./supervised-management.ts";

/** A process to keep running: a command of this program with an environment of its own. */
export interface ChildDefinition {
  /** Name of the child and its log file. */
  readonly name: string;
  /** Arguments of `gatehouse`. */
  readonly command: readonly string[];
  readonly environment: Environment;
  /** Open descriptor of this process that the child gets as its `childDescriptor`. */
  readonly descriptor?: number | undefined;
  /** True if it answers the management port. */
  readonly isManaged?: boolean;
}

/** Number under which a child gets the descriptor of its definition: the first one after its streams and its channel. */
export const childDescriptor = 4;

/** Definition, program and outputs to launch a child with. */
export interface ChildLaunch {
  readonly definition: ChildDefinition;
  /** Script of the program. */
  readonly program: string;
  readonly output: Writable;
  readonly log: Logger;
  readonly echo?: ((line: string) => void) | undefined;
  /** Milliseconds without a heartbeat after which a child that was ready is killed. */
  readonly silentMsMax: number;
}

/** Error for a child that was ended from outside before it was ready; a retry may succeed. */
export class ChildKilledError extends Error {
  override readonly name = "ChildKilledError";
}

const stopWithinMs = 12_000;
/** Milliseconds to wait for the last message of a child. */
const lastWordsMs = 500;
const looksPerSilence = 30;

/** One run of a child: a process from its start to its end. */
export class SupervisedChild {
  readonly #process: ChildProcess;
  readonly #launch: ChildLaunch;
  #hasRunOut = false;
  #silentMs = 0;
  #outdatedWords: string | undefined;
  /** Answers of this run to the management port. */
  readonly asked: AskedProcess;

  constructor(launch: ChildLaunch) {
    const { definition, program, output, echo } = launch;
    const { descriptor } = definition;
    this.#launch = launch;
    this.#process = spawn(process.execPath, [...nodeOptions, program, ...definition.command], {
      stdio: ["ignore", "pipe", "pipe", "ipc", ...(descriptor === undefined ? [] : [descriptor])],
      env: {
        ...allocatorEnvironment,
        // Set before Node starts, so that even the first modules come from the cache and the compiler of TypeScript need not be
        // loaded.
        NODE_COMPILE_CACHE: compiledFolder(definition.environment),
        ...definition.environment,
        [supervisedVariable]: "1",
      },
      // A process group of its own: a Ctrl-C in the terminal reaches the supervisor, which ends the children in order.
      detached: true,
    });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.pipe(output, { end: false });
      if (echo) stream?.on("data", (data: Buffer) => echo(data.toString("utf8").trimEnd()));
    }
    this.#process.stderr?.on("data", (data: Buffer) => {
      this.#hasRunOut ||= data.includes("out of memory");
    });
    this.asked = askChild(this.#process);
    this.#process.on("message", (message: ChildMessage) => {
      this.#silentMs = 0;
      if (message.type === "ready") this.#watch();
      if (message.type === "outdated") this.#outdatedWords = message.words;
    });
  }

  /** Words of a child that is too old for the database; undefined for any other. */
  get outdatedWords(): string | undefined {
    return this.#outdatedWords;
  }

  /** Calls back when the child has ended, with the facts to log. */
  onExit(call: (end: object) => void): void {
    this.#process.once("exit", (code, signal) => call({ code, signal, ...(this.#hasRunOut && { outOfMemory: true }) }));
  }

  /** Calls back when the child has ended and its last message has come. */
  onSilence(call: () => void): void {
    const child = this.#process;
    child.once("exit", () => (child.connected ? child.once("disconnect", call) : call()));
  }

  /** Calls back when another process of the child has taken over, with what the former one had counted. */
  onTakeOver(call: (counted: MetricSnapshot | undefined) => void): void {
    this.#process.on("message", (message: ChildMessage) => {
      if (message.type === "takenOver") call(message.snapshot);
    });
  }

  /**
   * Waits until the child is ready; returns the address on which it listens, if any.
   * @throws ChildKilledError
   * @throws Error with its own words if it ends before it was ready
   */
  async untilReady(report?: (words: string) => void): Promise<string | null> {
    let words = "";
    const child = this.#process;
    return new Promise((resolve, reject) => {
      child.on("message", (message: ChildMessage) => {
        if (message.type === "ready") resolve(message.address);
        if (message.type === "progress") report?.(message.words);
        if (message.type === "failed") words = message.words;
      });
      child.once("error", reject);
      const closed = once(child, "close").catch(() => undefined);
      child.once("exit", (code, signal) => {
        const tell = () => reject(words === "" ? this.#endOf(code, signal) : new Error(words));
        void withinTime(lastWordsMs, closed).then(tell, tell);
      });
    });
  }

  /** Ends the child and waits for its end. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    if (child.connected) child.disconnect();
    await withinTime(stopWithinMs, ended).catch(() => {
      this.#kill();
      return ended;
    });
  }

  /** Tells the child that it is about to end, so that it ends by itself a while later. */
  leave(): void {
    this.#order({ type: "leave" });
  }

  /**
   * Makes the child hand its work over to a new process with these variables.
   * @throws Error with the words of the child if it goes on itself
   */
  async reload(environment: Environment): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const child = this.#process;
    const listen = (message: ChildMessage) => {
      if (message.type === "reloaded") resolve();
      if (message.type === "notReloaded") reject(new Error(message.words));
    };
    const end = () => reject(new Error(`The process '${this.#launch.definition.name}' has ended.`));
    child.on("message", listen);
    child.once("exit", end);
    this.#order({ type: "reload", environment });
    if (!child.connected) end();
    await promise.finally(() => {
      child.off("message", listen);
      child.off("exit", end);
    });
  }

  #order(order: Order): void {
    if (this.#process.connected) this.#process.send(order, () => undefined);
  }

  /** Kills the child with the processes that it has started in its group. */
  #kill(): void {
    if (this.#process.pid !== undefined) endGroup(this.#process.pid);
  }

  #endOf(code: number | null, signal: string | null): Error {
    const { name } = this.#launch.definition;
    if (this.#hasRunOut) {
      return new Error(
        `The process '${name}' ran out of memory before it was ready. Give it more by NODE_OPTIONS=--max-old-space-size=<MiB>, or take such a limit out of NODE_OPTIONS.`,
      );
    }
    if (signal === null)
      return new Error(`The process '${name}' ended (${code}) before it was ready; its log says more.`);
    return new ChildKilledError(
      `The process '${name}' was ended by ${signal} before it was ready: by somebody, or by the system where memory is short. Its log and the system's say more.`,
    );
  }

  /**
   * Kills a child that sends no heartbeat. It counts timer ticks instead of reading a clock: while this process hangs itself, the
   * child is not blamed.
   */
  #watch(): void {
    const { silentMsMax, log, definition } = this.#launch;
    const lookMs = silentMsMax / looksPerSilence;
    const timer = setInterval(() => {
      this.#silentMs += lookMs;
      if (this.#silentMs < silentMsMax || !this.#process.connected) return;
      clearInterval(timer);
      log.error({ child: definition.name, silentMs: silentMsMax }, "A process stands still; it is killed.");
      this.#kill();
    }, lookMs);
    this.#process.once("exit", () => clearInterval(timer));
  }
}
