import { hash } from "node:crypto";
import { close, constants, fstat, open, read, stat, type Stats } from "node:fs";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";

import { normalForm, type Secret } from "#connectors/contract/index.ts";

import { BreachedListError, type ListFault } from "./breached-list-error.ts";
import { damaged, headerSize, placeOf, prefixSize, prefixesAt, rangeBits, rangeName, readHeader } from "./list-form.ts";
import { requireTable } from "./require-table.ts";

/** Milliseconds for which an open list is used before its path is looked at again. */
const lookedAtMs = 1_000;

/** State of the list of a process. */
export type BreachedListState =
  | { readonly state: "ready"; readonly count: number; readonly bytes: number; readonly modifiedAt: number }
  | { readonly state: ListFault; readonly message: string };

/** List of breached passwords of a process. */
export interface BreachedList {
  /**
   * Reports whether a password is in the list: one read of some kilobytes, whose checksum is compared.
   * @throws BreachedListError if there is no list, or a damaged one
   */
  holds(password: Secret): Promise<boolean>;
  /** Returns the state of the list; its prefixes are not read. */
  state(): Promise<BreachedListState>;
  /** Closes the file. */
  close(): Promise<void>;
}

/** An open file with its table. */
interface OpenList {
  readonly descriptor: number;
  readonly stamp: string;
  readonly table: Buffer;
  readonly count: number;
  readonly bytes: number;
  readonly modifiedAt: number;
  /** Reads in progress, which keep the file open. */
  reads: number;
  isRetired: boolean;
}

/** A look at the path: the open list, or the reason why there is none. */
type Seen = { readonly list: OpenList } | { readonly stamp: string; readonly error: BreachedListError };

const statPath = promisify(stat);
const statDescriptor = promisify(fstat);
const openPath = promisify(open);
const closeDescriptor = promisify(close);

/**
 * Makes the list of breached passwords of a process. The file is opened when it is first needed, and again after it was replaced. `elapsed`
 * is a steady time in milliseconds.
 */
export function createBreachedList(path: string, elapsed: () => number = () => performance.now()): BreachedList {
  let seen: Seen | undefined;
  let lookedAt = -Infinity;
  let looking: Promise<Seen> | undefined;

  async function look(): Promise<Seen> {
    const before = seen;
    const found = await statPath(path).catch(() => undefined);
    const stamp = found === undefined ? "" : stampOf(found);
    if (before !== undefined && stampIn(before) === stamp) return before;
    seen = await opened(path, stamp);
    if (before !== undefined && "list" in before) await retire(before.list);
    return seen;
  }

  async function current(): Promise<Seen> {
    if (seen !== undefined && elapsed() - lookedAt < lookedAtMs) return seen;
    looking ??= look().finally(() => {
      lookedAt = elapsed();
      looking = undefined;
    });
    return looking;
  }

  return {
    async holds(password) {
      const digest = digestOf(password);
      for (;;) {
        const now = await current();
        if ("error" in now) throw now.error;
        // Another call can have replaced it just now.
        if (!now.list.isRetired) return isIn(now.list, digest);
      }
    },
    async state() {
      lookedAt = -Infinity;
      const now = await current();
      if ("error" in now) return { state: now.error.fault, message: now.error.message };
      const { count, bytes, modifiedAt } = now.list;
      return { state: "ready", count, bytes, modifiedAt };
    },
    async close() {
      await looking?.catch(() => undefined);
      if (seen !== undefined && "list" in seen) await retire(seen.list);
      seen = undefined;
      lookedAt = -Infinity;
    },
  };
}

function stampIn(seen: Seen): string {
  return "list" in seen ? seen.list.stamp : seen.stamp;
}

function stampOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs, ctimeMs].join(" ");
}

async function opened(path: string, stamp: string): Promise<Seen> {
  if (stamp === "") return { stamp, error: missing(path) };
  let descriptor: number | undefined;
  try {
    descriptor = await openPath(path, constants.O_RDONLY);
    const found = await statDescriptor(descriptor);
    const header = readHeader(await readAt(descriptor, 0, headerSize), found.size);
    const table = await readAt(descriptor, headerSize, prefixesAt - headerSize);
    await requireTable(table, header);
    const { size: bytes, mtimeMs: modifiedAt } = found;
    const { count } = header;
    const list = { descriptor, stamp: stampOf(found), table, count, bytes, modifiedAt, reads: 0, isRetired: false };
    return { list };
  } catch (error) {
    if (descriptor !== undefined) await closeDescriptor(descriptor);
    if (error instanceof BreachedListError) return { stamp, error };
    // The machine's fault and not the file's, so the next look tries again.
    return { stamp: `${stamp} unread`, error: unreadable(path, error) };
  }
}

/** Closes a list once nothing is read from it any longer. */
async function retire(list: OpenList): Promise<void> {
  list.isRetired = true;
  if (list.reads === 0) await closeDescriptor(list.descriptor);
}

async function isIn(list: OpenList, digest: Buffer): Promise<boolean> {
  const range = digest.readUInt32BE(0) >>> (32 - rangeBits);
  const { first, count, checksum } = placeOf(list.table, range, list.count);
  if (count === 0) return false;
  list.reads += 1;
  try {
    const bytes = await readAt(list.descriptor, prefixesAt + first * prefixSize, count * prefixSize);
    if (crc32(bytes) !== checksum) throw damaged(`the prefixes of the range ${rangeName(range)} have been changed`);
    return holdsPrefix(bytes, digest);
  } finally {
    list.reads -= 1;
    if (list.isRetired && list.reads === 0) await closeDescriptor(list.descriptor);
  }
}

function holdsPrefix(bytes: Buffer, digest: Buffer): boolean {
  let [from, to] = [0, bytes.length / prefixSize];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const order = bytes.compare(digest, 0, prefixSize, middle * prefixSize, (middle + 1) * prefixSize);
    if (order === 0) return true;
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return false;
}

/** Returns the SHA-1 of a password as lists of breached passwords have it: of the composed form in UTF-8. */
function digestOf(password: Secret): Buffer {
  return password.use((text) => hash("sha1", normalForm(text, "NFC"), "buffer"));
}

function readAt(descriptor: number, position: number, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.allocUnsafe(length);
    const next = (at: number) => {
      read(descriptor, bytes, at, length - at, position + at, (error, count) => {
        if (error) reject(error);
        else if (count === 0) reject(damaged("it is shorter than it was"));
        else if (at + count === length) resolve(bytes);
        else next(at + count);
      });
    };
    next(0);
  });
}

function missing(path: string): BreachedListError {
  return new BreachedListError("missing", `There is no list of breached passwords at ${path}.`);
}

function unreadable(path: string, error: unknown): BreachedListError {
  return new BreachedListError(
    "damaged",
    `The list of breached passwords at ${path} cannot be read: ${String(error)}.`,
  );
}
