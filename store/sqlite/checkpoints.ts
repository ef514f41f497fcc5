import { statSync } from "node:fs";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";

const mib = 1024 * 1024;
/** Size of the log in bytes beyond which it is checkpointed into the database. */
const walFullBytes = 16 * mib;
/** Pause in milliseconds after a checkpoint that was not complete, because a reader used the log. */
const pauseMs = 100;

/** Checkpoints of an SQLite database, which write its log into the database. */
export interface Checkpoints {
  /** Checks whether the log has grown; must be called after each commit. Never throws. */
  committed(): void;
  /** Waits for a running checkpoint, and ends the thread. */
  close(): Promise<void>;
}

/** Dependencies of the checkpoints of a database. */
export interface CheckpointParts {
  readonly file: string;
  /** Returns true if all of the log is or will be on the disk: a log with a gap must not be checkpointed, not even in part. */
  readonly sound: () => Promise<boolean>;
  /** Reports that the disk has failed. */
  readonly failed: () => void;
  /** Size of the log in bytes beyond which it is checkpointed; 16 MiB by default. */
  readonly fullBytes?: number;
}

/** Order to a thread: checkpoint the log, or only write again those checkpointed pages that may be lost. */
export type CheckpointOrder = "take" | "writeAgain";

/** Message of a thread: its connection is open, or its checkpoint wrote all, a part or nothing for sure. */
export type CheckpointMessage = "ready" | "whole" | "part" | "failed";

/**
 * Makes the checkpoints of a database file. SQLite itself makes them within a commit, which for a load takes longer than the load and
 * blocks meanwhile; so a thread makes them, when the log is large. The thread stays for the next checkpoint, because starting a thread
 * costs more than most checkpoints.
 */
export function createCheckpoints(parts: CheckpointParts): Checkpoints {
  return new ThreadCheckpoints(parts);
}

class ThreadCheckpoints implements Checkpoints {
  readonly #parts: CheckpointParts;
  readonly #fullBytes: number;
  #thread: Thread | undefined;
  #under: PromiseWithResolvers<void> | undefined;
  #pausedUntilMs = 0;
  #hasFailed = false;

  constructor(parts: CheckpointParts) {
    this.#parts = parts;
    this.#fullBytes = parts.fullBytes ?? walFullBytes;
  }

  committed(): void {
    try {
      if (this.#under === undefined && performance.now() >= this.#pausedUntilMs && this.#isFull()) void this.#take();
    } catch {
      // The log keeps growing until a later commit finds a thread.
    }
  }

  async close(): Promise<void> {
    this.#thread?.worker.ref();
    await this.#under?.promise;
    if (this.#hasFailed && this.#thread) {
      // The last connection checkpoints the rest of the log and removes it, with the pages that only the log may still hold.
      this.#under = Promise.withResolvers();
      order(this.#thread, "writeAgain");
      await this.#under.promise;
    }
    await this.#thread?.worker.terminate();
  }

  #isFull(): boolean {
    return walBytes(this.#parts.file) >= this.#fullBytes;
  }

  async #take(): Promise<void> {
    this.#under = Promise.withResolvers();
    const taking = (this.#thread ??= this.#begin());
    // The thread's connection notices failures from its opening on; the log's own sync noticed those before.
    await taking.ready;
    if (await this.#parts.sound()) order(taking, "take");
    else this.#end();
  }

  #begin(): Thread {
    const program = new URL(`./checkpoint-thread${extname(import.meta.url)}`, import.meta.url);
    // The thread's descriptor of the database outlives it, because closing one releases the locks of all.
    const worker = new Worker(program, { workerData: this.#parts.file, trackUnmanagedFds: false });
    const ready = Promise.withResolvers<void>();
    worker.on("message", (message: CheckpointMessage) => {
      if (message === "ready") ready.resolve();
      else this.#note(message);
    });
    // The next commit tries again, whatever the error was.
    worker.on("error", () => undefined);
    worker.once("exit", () => {
      if (this.#thread?.worker === worker) this.#thread = undefined;
      this.#end();
    });
    // An idle thread does not keep the process alive.
    worker.unref();
    return { worker, ready: ready.promise };
  }

  #note(result: Exclude<CheckpointMessage, "ready">): void {
    if (result === "failed") this.#parts.failed();
    this.#hasFailed = result === "failed" || (this.#hasFailed && result !== "whole");
    if (result !== "whole") this.#pausedUntilMs = performance.now() + pauseMs;
    this.#end();
  }

  #end(): void {
    this.#under?.resolve();
    this.#under = undefined;
  }
}

function order({ worker }: Thread, what: CheckpointOrder): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(what);
}

interface Thread {
  readonly worker: Worker;
  readonly ready: Promise<void>;
}

function walBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
