import { statSync } from "node:fs";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";

const mib = 1024 * 1024;
/** Size that the log of an SQLite database keeps once all of it has been taken over. */
export const walKeptBytes = 4 * mib;
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

/**
 * Makes the checkpoints of a database file. SQLite itself makes them within a commit, which for a load takes longer than the
 * load and stands still meanwhile; so a thread makes them, when there is much to take over. It stays for the next one,
 * because to begin a thread costs more than most checkpoints.
 */
export function createCheckpoints(file: string): Checkpoints {
  let thread: Worker | undefined;
  let under: PromiseWithResolvers<void> | undefined;
  let pausedUntilMs = 0;

  function end(): void {
    under?.resolve();
    under = undefined;
  }

  function begin(): Worker {
    const program = new URL(`./checkpoint-thread${extname(import.meta.url)}`, import.meta.url);
    const worker = new Worker(program, { workerData: file });
    worker.on("message", (whole: boolean) => {
      if (!whole) pausedUntilMs = performance.now() + pauseMs;
      end();
    });
    // Whatever it was, the next commit tries again.
    worker.on("error", () => undefined);
    worker.once("exit", () => {
      if (thread === worker) thread = undefined;
      end();
    });
    // An idle thread keeps nobody from ending.
    worker.unref();
    return worker;
  }

  function take(): void {
    thread ??= begin();
    under = Promise.withResolvers();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage("take");
  }

  return {
    committed() {
      try {
        if (under === undefined && performance.now() >= pausedUntilMs && walBytes(file) >= walFullBytes) take();
      } catch {
        // The log goes on growing until a later commit finds a thread.
      }
    },
    async close() {
      thread?.ref();
      await under?.promise;
      await thread?.terminate();
    },
  };
}

function walBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
