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
  return new SyncOfLog(file, sync);
}

class SyncOfLog implements LogSync {
  readonly #file: string;
  readonly #sync: SyncFile;
  #descriptor: number | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #doubts = 1;
  #settled = 0;

  constructor(file: string, sync: SyncFile) {
    this.#file = file;
    this.#sync = sync;
  }

  get inDoubt(): boolean {
    return this.#doubts > this.#settled;
  }

  doubt(): void {
    this.#doubts += 1;
  }

  async durable(): Promise<void> {
    await this.#turn();
    if (this.inDoubt) throw new Error("The log of the database did not come onto its disk a moment ago.");
  }

  async sound(): Promise<boolean> {
    await Promise.allSettled([this.#running]);
    return !this.inDoubt;
  }

  async writeAgain(): Promise<void> {
    // A concurrent sync could receive a failure of this one.
    for (let under = this.#latest(); under !== undefined; under = this.#latest()) await Promise.allSettled([under]);
    const known = this.#doubts;
    await this.#begin(async () => {
      await rewrite(this.#open());
      await this.#sync(this.#open());
    });
    // A doubt that arose meanwhile may concern what was just written.
    this.#settled = known;
    if (this.inDoubt) throw new Error("The disk of the database has failed again.");
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#latest()]);
    if (this.#descriptor !== undefined) await closeFile(this.#descriptor);
  }

  // Some systems sync only files that are open for writing.
  #open(): number {
    return (this.#descriptor ??= openSync(this.#file, "r+"));
  }

  /** Returns the last sync to wait for. */
  #latest(): Promise<void> | undefined {
    return this.#next ?? this.#running;
  }

  #begin(work: () => Promise<void>): Promise<void> {
    this.#running = work()
      .catch((error: unknown) => {
        this.doubt();
        throw error;
      })
      .finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #turn(): Promise<void> {
    const syncing = async () => this.#sync(this.#open());
    if (this.#latest() === undefined) return this.#begin(syncing);
    // A sync that has started may miss what was written since.
    this.#next ??= Promise.allSettled([this.#running]).then(() => {
      this.#next = undefined;
      return this.#begin(syncing);
    });
    return this.#next;
  }
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
