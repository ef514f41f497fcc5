import { close, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";

/** Brings what was written to an open file onto its disk. */
export type SyncFile = (descriptor: number) => Promise<void>;

/** Brings the log of an SQLite database onto its disk, in a thread, while the process goes on. */
export interface LogSync {
  /** Waits until all that is in the log now outlasts the machine; who waits meanwhile shares the next turn of the disk. */
  durable(): Promise<void>;
  /** Lets the disk end its turn and closes the file. */
  close(): Promise<void>;
}

const syncData: SyncFile = promisify(fdatasync);
const closeFile = promisify(close);

/** Makes the sync of a log. It stays with the file that it finds at first, which is that of the open connections. */
export function createLogSync(file: string, sync: SyncFile = syncData): LogSync {
  let descriptor: number | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function begin(): Promise<void> {
    // Some systems sync only what may be written to.
    descriptor ??= openSync(file, "r+");
    running = sync(descriptor).finally(() => (running = undefined));
    return running;
  }

  async function durable(): Promise<void> {
    if (running === undefined && next === undefined) return begin();
    // A turn that has begun may not take what was written since.
    next ??= Promise.allSettled([running]).then(() => {
      next = undefined;
      return begin();
    });
    return next;
  }

  return {
    durable,
    async close() {
      await Promise.allSettled([next ?? running]);
      if (descriptor !== undefined) await closeFile(descriptor);
    },
  };
}
