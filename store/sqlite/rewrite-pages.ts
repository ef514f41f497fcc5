import { closeSync, fdatasyncSync, openSync, readSync, writeSync } from "node:fs";

import type { SqliteHandle } from "./sqlite-handles.ts";

const logHeaderBytes = 32;
const frameHeaderBytes = 24;

/**
 * Rewrites the pages that checkpoints have brought from the write-ahead log into a database file: writes each page that the log holds and
 * that counts as checkpointed, and syncs the file. The caller must hold the lock of writers by another connection, so that the log is
 * neither extended nor restarted meanwhile.
 */
export type RewritePages = (handle: SqliteHandle) => void;

/**
 * Makes the rewriter of a file. A failed sync of a database file may have lost pages of this checkpoint and of earlier ones: a checkpoint
 * that does not reach the end of the log syncs nothing. SQLite would continue behind them, and the system treats them as written. The log
 * holds them until a sync has succeeded, so they are written from there.
 */
export function createPageRewriter(file: string): RewritePages {
  let descriptor: number | undefined;

  return ({ driver }) => {
    const [state] = driver.pragma("wal_checkpoint(NOOP)") as { readonly log: number; readonly checkpointed: number }[];
    if (state === undefined || state.checkpointed <= 0) return;
    // The descriptor stays open, because closing any descriptor of a file releases all locks that this process has on it.
    const database = (descriptor ??= openSync(file, "r+"));
    const pageBytes = driver.pragma("page_size", { simple: true }) as number;
    const log = openSync(`${file}-wal`, "r");
    try {
      copyPages({ log, database, pageBytes, frames: state.log, taken: state.checkpointed });
    } finally {
      closeSync(log);
    }
    fdatasyncSync(database);
  };
}

interface Copy {
  readonly log: number;
  readonly database: number;
  readonly pageBytes: number;
  /** Number of valid frames in the log. */
  readonly frames: number;
  /** Number of frames that count as checkpointed. */
  readonly taken: number;
}

/**
 * Copies the last frame of each page. If that frame is not checkpointed yet, the next checkpoint writes the page, and a reader of an
 * earlier state must not find it before.
 */
function copyPages({ log, database, pageBytes, frames, taken }: Copy): void {
  const frameBytes = frameHeaderBytes + pageBytes;
  const header = Buffer.alloc(frameHeaderBytes);
  const latest = new Map<number, number>();
  let pages = 0;
  for (let frame = 0; frame < frames; frame++) {
    readWhole(log, header, logHeaderBytes + frame * frameBytes);
    latest.set(header.readUInt32BE(0), frame);
    // Size of the database in pages by a commit; zero in the frames before the last one of a commit.
    pages = header.readUInt32BE(4) || pages;
  }
  const page = Buffer.alloc(pageBytes);
  for (const [number, frame] of latest) {
    if (frame >= taken || number > pages) continue;
    readWhole(log, page, logHeaderBytes + frame * frameBytes + frameHeaderBytes);
    writeWhole(database, page, (number - 1) * pageBytes);
  }
}

function readWhole(descriptor: number, into: Buffer, at: number): void {
  for (let done = 0; done < into.length;) {
    const bytes = readSync(descriptor, into, done, into.length - done, at + done);
    if (bytes === 0) throw new Error("The log of the database is shorter than it says.");
    done += bytes;
  }
}

function writeWhole(descriptor: number, from: Buffer, at: number): void {
  for (let done = 0; done < from.length;) done += writeSync(descriptor, from, done, from.length - done, at + done);
}
