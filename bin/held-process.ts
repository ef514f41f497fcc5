import cluster, { type Worker } from "node:cluster";

import type { MetricSnapshot } from "#platform/metrics/recorded-metrics.ts";
import { withinTime } from "#platform/processes/within-time.ts";

import { CliError } from "./cli-error.ts";
import type { ChildMessage, Order } from "./lifecycle.ts";

/** End of a process: its exit code, or the signal that has ended it. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Number of a question that no supervisor asks. */
const ownQuestion = 0;
const readyWithinMs = 300_000;
const endsWithinMs = 12_000;

/** A process that answers calls on the listening socket of this one. */
export class HeldProcess {
  readonly #worker: Worker;
  #words = "";
  #counted: MetricSnapshot | undefined;
  readonly ended: Promise<ProcessEnd>;

  /** Starts the process with more variables; `onMessage` receives what it says. */
  constructor(environment: Readonly<Record<string, string | undefined>>, onMessage: (message: ChildMessage) => void) {
    this.#worker = cluster.fork(environment);
    const { promise, resolve } = Promise.withResolvers<ProcessEnd>();
    this.ended = promise;
    this.#worker.process.once("exit", (code, signal) => resolve({ code, signal }));
    this.#worker.on("message", (message: ChildMessage) => {
      if (message.type === "failed") this.#words = message.words;
      if (message.type === "counts" || message.type === "values") this.#counted = message.snapshot;
      onMessage(message);
    });
    // The channel may close while an order is under way; then the end of the process says all.
    this.#worker.on("error", () => undefined);
  }

  /**
   * Waits until a process that takes over listens.
   * @throws CliError if it ends before, waits for a condition, or takes too long
   */
  async untilReady(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#worker.on("message", (message: ChildMessage) => {
      if (message.type === "ready") resolve();
      if (message.type === "progress") reject(new CliError(`The new process ${message.words}`));
    });
    const ended = this.ended.then(({ code, signal }) => {
      const end = signal === null ? `ended (${code})` : `was ended by ${signal}`;
      throw new CliError(this.#words || `The new process ${end} before it was ready; the log says more.`);
    });
    const ready = Promise.race([promise, ended]);
    await withinTime(readyWithinMs, ready, "The new process was not ready in time.");
  }

  /** Returns what the process has counted, as far as it tells within a time. */
  async counted(withinMs: number): Promise<MetricSnapshot | undefined> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const hear = (message: ChildMessage) => void (message.type === "values" && message.id === ownQuestion && resolve());
    this.#worker.on("message", hear);
    this.order({ type: "asked", id: ownQuestion, wants: "values" });
    await withinTime(withinMs, promise).catch(() => undefined);
    this.#worker.off("message", hear);
    return this.#counted;
  }

  /** Sends an order; one to a process that ends is lost. */
  order(order: Order): void {
    if (this.#worker.isConnected()) this.#worker.send(order, () => undefined);
  }

  /** Ends the process in order and waits for its end. */
  async stop(): Promise<void> {
    this.order({ type: "stop" });
    await withinTime(endsWithinMs, this.ended).catch(() => this.kill());
  }

  /** Kills the process. */
  kill(): void {
    this.#worker.process.kill("SIGKILL");
  }
}
