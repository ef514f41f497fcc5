import { existsSync, writeFileSync } from "node:fs";

import Sqlite from "better-sqlite3";

/** A lock that the kernel holds for this process until it is released, or until the process ends in whatever way. */
export interface KernelLock {
  release(): void;
}

// Referenced here, because the garbage collector closes an unreferenced connection, and releases its lock.
const held = new Set<Sqlite.Database>();

/**
 * Takes the lock of a file. Returns undefined while another process has it, in this container or in another one of the same machine, or
 * another part of this process. The file is made if it is absent, stays empty, and is opened by nothing else: SQLite holds the lock, and a
 * process that closes any other descriptor of the file loses it.
 * @throws Error if the file cannot be opened
 */
export function takeLock(file: string): KernelLock | undefined {
  const connection = open(file);
  try {
    // Nothing is written: without this, SQLite would keep a journal beside the file.
    connection.pragma("journal_mode = MEMORY");
    connection.exec("BEGIN IMMEDIATE");
  } catch (error) {
    connection.close();
    if (isBusy(error)) return undefined;
    throw unusable(file, error);
  }
  held.add(connection);
  return {
    release() {
      held.delete(connection);
      connection.close();
    },
  };
}

/**
 * Returns true while another process of this machine has a database of SQLite open that keeps a write-ahead log: each connection to such a
 * database holds a lock of the kernel.
 */
export function isDatabaseOpen(file: string): boolean {
  if (!existsSync(file)) return false;
  const connection = new Sqlite(file, { timeout: 0, fileMustExist: true });
  try {
    connection.pragma("locking_mode = EXCLUSIVE");
    connection.exec("BEGIN IMMEDIATE; ROLLBACK");
    return false;
  } catch (error) {
    // Any other fault of the database is for its own program to report.
    return isBusy(error);
  } finally {
    connection.close();
  }
}

function open(file: string): Sqlite.Database {
  try {
    makeEmpty(file);
    return new Sqlite(file, { timeout: 0, fileMustExist: true });
  } catch (error) {
    throw unusable(file, error);
  }
}

function makeEmpty(file: string): void {
  try {
    // Never opened if it exists, because this process may hold its lock.
    writeFileSync(file, "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

function unusable(file: string, cause: unknown): Error {
  const words = `The lock file ${file} cannot be used (${(cause as Error).message}).`;
  return new Error(`${words} It must belong to the user as whom this runs, on a file system with locks.`, { cause });
}
