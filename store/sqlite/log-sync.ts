import { close, fdatasync, openSync, read, write } from "node:fs";
import { promisify } from "node:util";

/** Brings what was written to an open file onto its disk. */
export type SyncFile = (descriptor: number) => Promise<void>;

/** Brings the log of an SQLite database onto its disk, in a thread, while the process goes on. */
export interface LogSync {
  /**
   * Waits until all that is in the log now outlasts the machine; who waits meanwhile shares the next turn of the disk. Fails
   * for everybody while the log is in doubt.
   */
  durable(): Promise<void>;
  /**
   * Says that something of the log may never come onto the disk: what the system could not write it takes for written
   * afterwards, so that later turns succeed and prove nothing.
   */
  doubt(): void;
  /** True until the log has been written again. */
  readonly inDoubt: boolean;
  /** Waits for the turn that is under way; tells whether all that was committed so far is or will be on the disk. */
  sound(): Promise<boolean>;
  /** Writes every byte of the log again at its place, syncs it and ends the doubt. Only for who holds the lock of writers. */
  writeAgain(): Promise<void>;
  /** Lets the disk end its turn and closes the file. */
  close(): Promise<void>;
}

const syncData: SyncFile = promisify(fdatasync);
const closeFile = promisify(close);
const readBytes = promisify(read);
const writeBytes = promisify(write);
const pieceBytes = 1024 * 1024;

/**
 * Makes the sync of a log. It stays with the file that it finds at first, which is that of the open connections. What it finds
 * there is in doubt: the process that wrote it may have ended because the disk failed.
 */
export function createLogSync(file: string, sync: SyncFile = syncData): LogSync {
  let descriptor: number | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let doubts = 1;
  let settled = 0;

  // Some systems sync only what may be written to.
  const open = () => (descriptor ??= openSync(file, "r+"));

  const inDoubt = () => doubts > settled;

  /** The turn after which no other one is waited for. */
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
    // A turn that has begun may not take what was written since.
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
      // A turn beside it could hear of a failure that is its own.
      for (let under = latest(); under !== undefined; under = latest()) await Promise.allSettled([under]);
      const known = doubts;
      await begin(async () => {
        await rewrite(open());
        await sync(open());
      });
      // What was doubted meanwhile may be of what was just written.
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
