import { close, fdatasync, openSync, read, write } from "node:fs";
import { promisify } from "node:util";

/** Syncs the data of an open file to its disk. */
export type SyncFile = (descriptor: number) => Promise<void>;

/** Sync of the log of an SQLite database to its disk, in a thread, while the process continues. */
export interface LogSync {
  /**
   * Waits until everything in the log now survives a crash of the machine; callers that wait meanwhile share the next sync. Fails for all
   * callers while the log is in doubt.
   */
  durable(): Promise<void>;
  /**
   * Marks the log as in doubt: something of it may never reach the disk. The system treats what it could not write as written, so later
   * syncs succeed and prove nothing.
   */
  doubt(): void;
  /** True until the log has been written again. */
  readonly inDoubt: boolean;
  /** Waits for the running sync; returns true if everything that was committed so far is or will be on the disk. */
  sound(): Promise<boolean>;
  /** Writes every byte of the log again in its place, syncs it and ends the doubt. The caller must hold the lock of writers. */
  writeAgain(): Promise<void>;
  /** Waits for the running sync and closes the file. */
  close(): Promise<void>;
}

const syncData: SyncFile = promisify(fdatasync);
const closeFile = promisify(close);
const readBytes = promisify(read);
const writeBytes = promisify(write);
const pieceBytes = 1024 * 1024;

/**
 * Makes the sync of a log. It keeps the file that it finds first, which is that of the open connections. The content of that file is in
 * doubt: the process that wrote it may have ended because the disk failed.
 */
export function createLogSync(file: string, sync: SyncFile = syncData): LogSync {
  let descriptor: number | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let doubts = 1;
  let settled = 0;

  // Some systems sync only files that are open for writing.
  const open = () => (descriptor ??= openSync(file, "r+"));

  const inDoubt = () => doubts > settled;

  /** Returns the last sync to wait for. */
  const latest = () => next ?? running;

  function doubt(): void {
    doubts += 1;
  }

  function begin(work: () => Promise<void>): Promise<void> {
    running = work()
      .catch((error: unknown) => {
        doubt();
        throw error;
      })
      .finally(() => (running = undefined));
    return running;
  }

  async function turn(): Promise<void> {
    const syncing = async () => sync(open());
    if (running === undefined && next === undefined) return begin(syncing);
    // A sync that has started may miss what was written since.
    next ??= Promise.allSettled([running]).then(() => {
      next = undefined;
      return begin(syncing);
    });
    return next;
  }

  return {
    async durable() {
      await turn();
      if (inDoubt()) throw new Error("The log of the database did not come onto its disk a moment ago.");
    },
    doubt,
    get inDoubt() {
      return inDoubt();
    },
    async sound() {
      await Promise.allSettled([running]);
      return !inDoubt();
    },
    async writeAgain() {
      // A concurrent sync could receive a failure of this one.
      for (let under = latest(); under !== undefined; under = latest()) await Promise.allSettled([under]);
      const known = doubts;
      await begin(async () => {
        await rewrite(open());
        await sync(open());
      });
      // A doubt that arose meanwhile may concern what was just written.
      settled = known;
      if (inDoubt()) throw new Error("The disk of the database has failed again.");
    },
    async close() {
      await Promise.allSettled([latest()]);
      if (descriptor !== undefined) await closeFile(descriptor);
    },
  };
}

async function rewrite(descriptor: number): Promise<void> {
  const piece = Buffer.allocUnsafe(pieceBytes);
  for (let at = 0; ;) {
    const { bytesRead } = await readBytes(descriptor, piece, 0, pieceBytes, at);
    if (bytesRead === 0) return;
    for (let written = 0; written < bytesRead;) {
      written += (await writeBytes(descriptor, piece, written, bytesRead - written, at + written)).bytesWritten;
    }
    at += bytesRead;
  }
}
