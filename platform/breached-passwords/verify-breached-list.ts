import { createHash } from "node:crypto";
import { createReadStream, existsSync, statSync } from "node:fs";
import { crc32 } from "node:zlib";

import { BreachedListError } from "./breached-list-error.ts";
import {
  damaged,
  headerSize,
  type ListHeader,
  placeOf,
  prefixSize,
  prefixesAt,
  rangeName,
  ranges,
  readHeader,
} from "./list-form.ts";
import { requireTable } from "./require-table.ts";

const readBytes = 1 << 20;

/** Options of a verification. */
export interface VerifyOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Reads a whole list and compares it with its digests: one changed byte is found. Returns the number of prefixes.
 * @throws BreachedListError
 */
export async function verifyBreachedList(path: string, { signal, onProgress }: VerifyOptions): Promise<number> {
  if (!existsSync(path)) throw new BreachedListError("missing", `There is no list of breached passwords at ${path}.`);
  const total = statSync(path).size;
  const head = await readBetween(path, { start: 0, end: Math.min(total, prefixesAt) - 1 }, signal);
  const header = readHeader(head, total);
  const table = head.subarray(headerSize);
  await requireTable(table, header);
  const digest = createHash("sha256");
  let done = prefixesAt;
  for await (const bytes of stream(path, prefixesAt, signal)) {
    digest.update(bytes);
    done += bytes.length;
    onProgress(done, total);
  }
  if (!digest.digest().equals(header.prefixesDigest)) throw await damagedRange(path, { table, header }, signal);
  return header.count;
}

/** Returns the error that names the first range whose prefixes do not fit their checksum. */
async function damagedRange(
  path: string,
  { table, header }: { readonly table: Buffer; readonly header: ListHeader },
  signal: AbortSignal,
): Promise<BreachedListError> {
  let rest: Buffer = Buffer.alloc(0);
  let range = 0;
  for await (const read of stream(path, prefixesAt, signal)) {
    let bytes: Buffer = Buffer.concat([rest, read]);
    for (; range < ranges; range++) {
      const { count, checksum } = placeOf(table, range, header.count);
      const own = count * prefixSize;
      if (bytes.length < own) break;
      if (crc32(bytes.subarray(0, own)) !== checksum)
        return damaged(`the prefixes of the range ${rangeName(range)} have been changed`);
      bytes = bytes.subarray(own);
    }
    rest = bytes;
  }
  return damaged("its prefixes have been changed");
}

function stream(path: string, start: number, signal: AbortSignal): AsyncIterable<Buffer> {
  return createReadStream(path, { start, highWaterMark: readBytes, signal }) as AsyncIterable<Buffer>;
}

async function readBetween(
  path: string,
  place: { readonly start: number; readonly end: number },
  signal: AbortSignal,
): Promise<Buffer> {
  if (place.end < 0) return Buffer.alloc(0);
  const pieces: Buffer[] = [];
  for await (const bytes of createReadStream(path, { ...place, signal }) as AsyncIterable<Buffer>) pieces.push(bytes);
  return Buffer.concat(pieces);
}
