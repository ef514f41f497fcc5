import { commitInDoubt, logFailed } from "../commit-outcome.ts";
import { createLogSync, type LogSync, type SyncFile } from "./log-sync.ts";
import { openHandle, prepare, type SqliteHandle } from "./sqlite-handles.ts";
import type { Patiently } from "./sqlite-patience.ts";

/** The one connection through which a process writes to a database that takes one writer at a time. */
export interface OneWriter {
  /** Begins a transaction; waits for a lock of another process. */
  begin(): Promise<SqliteHandle>;
  /** Runs a statement of the transaction at once. */
  run(statement: string): void;
  /** Returns true if a transaction is open; false even if SQLite has undone it by itself because a statement failed. */
  inTransaction(): boolean;
  /** Commits the transaction: others see it from now on, and it outlives this process. */
  commit(): Promise<void>;
  /** Rolls back the transaction. */
  rollback(): void;
  /** Waits until all commits survive a crash of the machine too; meanwhile further transactions may run. */
  durable(): Promise<void>;
  /** Waits for the running sync; returns true if the log may be checkpointed into the database. */
  sound(): Promise<boolean>;
  /** Reports a failure of the disk during a checkpoint: the log is written again before the next transaction. */
  doubt(): void;
  close(): Promise<void>;
}

/** Dependencies of the writer of a file. */
export interface OneWriterParts {
  readonly file: string;
  readonly patiently: Patiently;
  /** Receives each commit; never throws, because the commit is final. */
  readonly committed: () => void;
  /** Sync of another disk than the machine's. */
  readonly sync?: SyncFile;
}

interface Opened {
  readonly handle: SqliteHandle;
  readonly log: LogSync;
}

/**
 * Makes the writer of a file. SQLite writes the log in the commit, and a thread syncs it to the disk before any caller learns of success:
 * so the process does other work while the disk works. The log keeps the order of commits, so a caller that has seen a commit and makes one
 * of its own makes both durable. A log in which something may be missing is written again under the lock of writers before anything is
 * appended to it, because recovery ends at the first gap.
 */
export function createOneWriter({ file, patiently, committed, sync }: OneWriterParts): OneWriter {
  let opened: Opened | undefined;

  function open(): Opened {
    if (opened !== undefined) return opened;
    const handle = openHandle(file, { readonly: false });
    // Commits do not wait for the disk, checkpoints still do.
    handle.driver.pragma("synchronous = NORMAL");
    opened = { handle, log: createLogSync(`${file}-wal`, sync) };
    return opened;
  }

  async function close(): Promise<void> {
    const closing = opened;
    opened = undefined;
    await closing?.log.close();
    closing?.handle.driver.close();
  }

  function rollback(): void {
    const { driver } = open().handle;
    try {
      if (driver.inTransaction) run("ROLLBACK");
    } finally {
      // A connection that still is in a transaction is in an unknown state, so it is not used again.
      if (driver.inTransaction) void close();
    }
  }

  const run = (statement: string) => void prepare(open().handle, statement).run();

  return {
    async begin() {
      const { handle, log } = open();
      await patiently(() => run("BEGIN IMMEDIATE"));
      if (log.inDoubt) {
        try {
          await log.writeAgain();
        } catch (error) {
          rollback();
          throw logFailed(error);
        }
      }
      return handle;
    },
    run,
    inTransaction: () => opened?.handle.driver.inTransaction === true,
    async commit() {
      try {
        await patiently(() => run("COMMIT"));
      } catch (error) {
        throw commitInDoubt(error);
      }
      committed();
    },
    rollback,
    async durable() {
      try {
        await open().log.durable();
      } catch (error) {
        throw commitInDoubt(error);
      }
    },
    sound: async () => (await opened?.log.sound()) ?? false,
    doubt: () => opened?.log.doubt(),
    close,
  };
}
