import { createHash } from "node:crypto";

import { BreachedListError } from "./breached-list-error.ts";

/*
 * The form of a list of breached passwords, all numbers big-endian:
 *
 *   header   128 bytes   magic, version, bits of a range, number of prefixes, SHA-256 of the table, of the prefixes, and of all before
 *   table    8 MiB       of each range: the index of its first prefix, and the CRC-32 of its prefixes
 *   prefixes 8 bytes     the first 64 bits of each SHA-1, rising, none twice
 *
 * A range is all digests with the same first 20 bits; the ranges of Have I Been Pwned are the same.
 */

const magic = Buffer.from("GATEHOUSE BREACH", "ascii");
const version = 1;

/** Bits of a digest that name its range. */
export const rangeBits = 20;
/** Number of ranges. */
export const ranges = 2 ** rangeBits;
/** Bytes of a prefix. */
export const prefixSize = 8;
/** Largest number of prefixes: the table counts them in 32 bits. */
export const prefixesMost = 2 ** 32 - 1;
/** Bytes of an entry of the table. */
export const entrySize = 8;
/** Bytes before the table. */
export const headerSize = 128;
/** Bytes of the table. */
export const tableSize = ranges * entrySize;
/** Bytes before the first prefix. */
export const prefixesAt = headerSize + tableSize;

const digestBytes = 32;
const versionAt = magic.length;
const bitsAt = versionAt + 4;
const countAt = bitsAt + 4;
const tableDigestAt = countAt + 8;
const prefixesDigestAt = tableDigestAt + digestBytes;
const headerDigestAt = prefixesDigestAt + digestBytes;

/** Header of a list. */
export interface ListHeader {
  /** Number of prefixes. */
  readonly count: number;
  /** SHA-256 of the table. */
  readonly tableDigest: Buffer;
  /** SHA-256 of the prefixes. */
  readonly prefixesDigest: Buffer;
}

/** Returns a header as its bytes. */
export function writeHeader({ count, tableDigest, prefixesDigest }: ListHeader): Buffer {
  const header = Buffer.alloc(headerSize);
  magic.copy(header);
  header.writeUInt32BE(version, versionAt);
  header.writeUInt32BE(rangeBits, bitsAt);
  header.writeBigUInt64BE(BigInt(count), countAt);
  tableDigest.copy(header, tableDigestAt);
  prefixesDigest.copy(header, prefixesDigestAt);
  sha256(header.subarray(0, headerDigestAt)).copy(header, headerDigestAt);
  return header;
}

/**
 * Reads a header, and compares the size of its file with it.
 * @throws BreachedListError
 */
export function readHeader(bytes: Buffer, fileBytes: number): ListHeader {
  if (bytes.length < headerSize || !bytes.subarray(0, magic.length).equals(magic))
    throw damaged("it does not begin as a list that 'gatehouse breached build' has made");
  const digest = bytes.subarray(headerDigestAt, headerDigestAt + digestBytes);
  if (!sha256(bytes.subarray(0, headerDigestAt)).equals(digest)) throw damaged("its header has been changed");
  if (bytes.readUInt32BE(versionAt) !== version || bytes.readUInt32BE(bitsAt) !== rangeBits)
    throw damaged("another version of the service has made it");
  const count = Number(bytes.readBigUInt64BE(countAt));
  const wanted = prefixesAt + count * prefixSize;
  if (fileBytes !== wanted) throw damaged(`it has ${fileBytes} bytes in place of ${wanted}`);
  return {
    count,
    tableDigest: Buffer.from(bytes.subarray(tableDigestAt, prefixesDigestAt)),
    prefixesDigest: Buffer.from(bytes.subarray(prefixesDigestAt, headerDigestAt)),
  };
}

/** Returns the error of a list whose bytes are not those that were written. */
export function damaged(reason: string): BreachedListError {
  return new BreachedListError("damaged", `The list of breached passwords is damaged: ${reason}.`);
}

/** Returns the name of a range: the first five digits of its digests. */
export function rangeName(range: number): string {
  return range
    .toString(16)
    .toUpperCase()
    .padStart(rangeBits / 4, "0");
}

/** Place of the prefixes of a range, and their checksum. */
export interface RangePlace {
  /** Index of the first prefix. */
  readonly first: number;
  /** Number of prefixes. */
  readonly count: number;
  /** CRC-32 of their bytes. */
  readonly checksum: number;
}

/** Returns the place of a range by the table; `total` is the number of all prefixes. */
export function placeOf(table: Buffer, range: number, total: number): RangePlace {
  const at = range * entrySize;
  const first = table.readUInt32BE(at);
  const next = range + 1 < ranges ? table.readUInt32BE(at + entrySize) : total;
  return { first, count: next - first, checksum: table.readUInt32BE(at + 4) };
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
