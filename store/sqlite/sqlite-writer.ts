import { commitInDoubt, logFailed } from "../commit-outcome.ts";
import { createLogSync, type LogSync, type SyncFile } from "./log-sync.ts";
import { openHandle, prepare, type SqliteHandle } from "./sqlite-handles.ts";
import type { Patiently } from "./sqlite-patience.ts";

/** The one connection through which a process writes to a database that takes one writer at a time. */
export interface OneWriter {
  /** Begins a transaction; waits for a lock that another process holds. */
  begin(): Promise<SqliteHandle>;
  /** Runs a statement of the transaction at once. */
  run(statement: string): void;
  /** False where no transaction is open, also where SQLite has undone it by itself because a statement failed. */
  inTransaction(): boolean;
  /** Ends the transaction: others see it from now on, and it outlasts this process. */
  commit(): Promise<void>;
  /** Undoes the transaction. */
  rollback(): void;
  /** Waits until all that was committed outlasts the machine too; meanwhile further transactions may be made. */
  durable(): Promise<void>;
  /** Waits for the disk's turn that is under way; true where the log may be taken over into the database. */
  sound(): Promise<boolean>;
  /** Says that the disk has failed where the log was taken over: it is written again before the next transaction. */
  doubt(): void;
  close(): Promise<void>;
}

/** What the writer of a file is made of. */
export interface OneWriterParts {
  readonly file: string;
  readonly patiently: Patiently;
  /** Hears of each commit; never throws, for what was committed stays so. */
  readonly committed: () => void;
  /** Given where the disk is not the one of the machine. */
  readonly sync?: SyncFile;
}

interface Opened {
  readonly handle: SqliteHandle;
  readonly log: LogSync;
}

/**
 * Makes the writer of a file. SQLite writes the log in the commit, and a thread brings it onto the disk before anybody hears
 * of success: so the process does other work while the disk does its own. The log keeps the order of commits, so whoever
 * has seen a commit and makes one of its own makes both outlast the machine. A log in which something may be missing is
 * written again under the lock of writers before anything is put behind it, for recovery ends at the first gap.
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
      // A connection that still is in a transaction is in an unknown state: it is not used again.
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
