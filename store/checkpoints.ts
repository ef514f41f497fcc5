import { statSync } from "node:fs";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";

const mib = 1024 * 1024;
/** Size that the log of an SQLite database keeps once all of it has been taken over. */
export const walKeptBytes = 4 * mib;
/** Size of the log beyond which it is taken over into the database. */
const walFullBytes = 16 * mib;

/** Takes the log of an SQLite database over into the database. */
export interface Checkpoints {
  /** Looks whether the log has grown; to be called after each commit. Never throws. */
  committed(): void;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

/**
 * Makes the checkpoints of a database file. SQLite itself makes them within a commit, which for a load takes longer than the
 * load and stands still meanwhile; so a thread of its own makes each, when there is much to take over.
 */
export function createCheckpoints(file: string): Checkpoints {
  let ended: Promise<void> | undefined;

  function take(): Promise<void> {
    const program = new URL(`./checkpoint-thread${extname(import.meta.url)}`, import.meta.url);
    const thread = new Worker(program, { workerData: file });
    // Whatever it was, the next commit tries again.
    thread.on("error", () => undefined);
    const { promise, resolve } = Promise.withResolvers<void>();
    thread.once("exit", () => {
      ended = undefined;
      resolve();
    });
    return promise;
  }

  return {
    committed() {
      try {
        if (ended === undefined && walBytes(file) >= walFullBytes) ended = take();
      } catch {
        // The log goes on growing until a later commit finds a thread.
      }
    },
    async close() {
      await ended;
    },
  };
}

function walBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
