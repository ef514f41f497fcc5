import { statSync } from "node:fs";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";

const mib = 1024 * 1024;
/** Size of the log beyond which it is taken over into the database. */
const walFullBytes = 16 * mib;
/** Pause after a try that did not take over all of it, because somebody has read from it. */
const pauseMs = 100;

/** Takes the log of an SQLite database over into the database. */
export interface Checkpoints {
  /** Looks whether the log has grown; to be called after each commit. Never throws. */
  committed(): void;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

/** What the checkpoints of a database are made of. */
export interface CheckpointParts {
  readonly file: string;
  /** True where all of the log is or will be on the disk: a log with a gap must not be taken over, not even in part. */
  readonly sound: () => Promise<boolean>;
  /** Hears that the disk has failed. */
  readonly failed: () => void;
  /** Size of the log beyond which it is taken over; 16 MiB unless told. */
  readonly fullBytes?: number;
}

/** What a thread is told: to take the log over, or only to write again what may be lost of what was taken over. */
export type CheckpointOrder = "take" | "writeAgain";

/** What a thread says: that its connection is open, and whether all, a part or nothing for sure was taken over. */
export type CheckpointMessage = "ready" | "whole" | "part" | "failed";

/**
 * Makes the checkpoints of a database file. SQLite itself makes them within a commit, which for a load takes longer than the
 * load and stands still meanwhile; so a thread makes them, when there is much to take over. It stays for the next one,
 * because to begin a thread costs more than most checkpoints.
 */
export function createCheckpoints(parts: CheckpointParts): Checkpoints {
  const { file, sound, failed, fullBytes = walFullBytes } = parts;
  let thread: Thread | undefined;
  let under: PromiseWithResolvers<void> | undefined;
  let pausedUntilMs = 0;
  let hasFailed = false;

  function end(): void {
    under?.resolve();
    under = undefined;
  }

  function begin(): Thread {
    const program = new URL(`./checkpoint-thread${extname(import.meta.url)}`, import.meta.url);
    // The thread's descriptor of the database outlasts it, for closing one gives up the locks of all.
    const worker = new Worker(program, { workerData: file, trackUnmanagedFds: false });
    const ready = Promise.withResolvers<void>();
    worker.on("message", (message: CheckpointMessage) => {
      if (message === "ready") return ready.resolve();
      if (message === "failed") failed();
      hasFailed = message === "failed" || (hasFailed && message !== "whole");
      if (message !== "whole") pausedUntilMs = performance.now() + pauseMs;
      end();
    });
    // Whatever it was, the next commit tries again.
    worker.on("error", () => undefined);
    worker.once("exit", () => {
      if (thread?.worker === worker) thread = undefined;
      end();
    });
    // An idle thread keeps nobody from ending.
    worker.unref();
    return { worker, ready: ready.promise };
  }

  function order({ worker }: Thread, what: CheckpointOrder): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(what);
  }

  async function take(): Promise<void> {
    under = Promise.withResolvers();
    const taking = (thread ??= begin());
    // The thread's connection hears of failures from its opening on; what failed before, the log's own sync has heard.
    await taking.ready;
    if (await sound()) order(taking, "take");
    else end();
  }

  return {
    committed() {
      try {
        if (under === undefined && performance.now() >= pausedUntilMs && walBytes(file) >= fullBytes) void take();
      } catch {
        // The log goes on growing until a later commit finds a thread.
      }
    },
    async close() {
      thread?.worker.ref();
      await under?.promise;
      if (hasFailed && thread) {
        // The last connection takes the rest of the log over and removes it, with the pages that only it may still hold.
        under = Promise.withResolvers();
        order(thread, "writeAgain");
        await under.promise;
      }
      await thread?.worker.terminate();
    },
  };
}

interface Thread {
  readonly worker: Worker;
  readonly ready: Promise<void>;
}

function walBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
