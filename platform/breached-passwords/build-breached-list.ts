import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { crc32 } from "node:zlib";

import { placeDurably } from "../files/durable-file.ts";
import { takeLock } from "../processes/kernel-lock.ts";
import { DigestListError } from "./breached-list-error.ts";
import { rangeOfFile, readDigests, type ReadLines } from "./digest-lines.ts";
import {
  entrySize,
  prefixSize,
  prefixesAt,
  prefixesMost,
  rangeBits,
  rangeName,
  ranges,
  tableSize,
  writeHeader,
} from "./list-form.ts";
import { halves, openParts, sortedPrefixes } from "./sorted-prefixes.ts";

/** Fewest bytes of a line with a whole digest, and of one in a range file. */
const leastLineBytes = { whole: 41, inRange: 36 } as const;
/** Standard deviations from the expected number of empty ranges beyond which digests are missing. */
const deviationsMax = 6;
/** Share of the digests that may be on the disk twice: parts are removed as the list grows, and the largest one is still there. */
const sparePart = 32;
/** Bytes of one call that writes. */
const writtenAtOnce = 1 << 20;
const numbersOfPrefix = 2;
/** Anyone may read the list: the digests are public, and the service may run as another user. */
const readableMode = 0o644;

/** Stage of a build with its progress in bytes (reading) or prefixes (sorting). */
export interface BuildProgress {
  readonly stage: "reading" | "sorting";
  readonly done: number;
  readonly total: number;
}

/** Options of a build. */
export interface BuildOptions {
  /** Path of the list. */
  readonly path: string;
  /** True to accept digests that do not cover the ranges as evenly as digests do. */
  readonly isPartial: boolean;
  /** Signal that ends the build, of which nothing then remains. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BuildProgress) => void;
}

/** Result of a build. */
export interface BuiltList extends ReadLines {
  readonly files: number;
  /** Number of different prefixes. */
  readonly count: number;
  readonly bytes: number;
}

interface InputFile {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Makes a list of breached passwords from files with digests, and places it under its path. A folder stands for the files in it. The bytes
 * depend on the digests alone, not on their order. Memory stays bounded; the disk needs 8 bytes for each digest.
 * @throws DigestListError
 */
export async function buildBreachedList(paths: readonly string[], options: BuildOptions): Promise<BuiltList> {
  const path = resolve(options.path);
  const inputs = paths.flatMap((one) => inputsOf(resolve(one)));
  if (inputs.some((input) => input.path === path))
    throw new DigestListError(`${path} would replace a file that is to be read. Choose another file by --out.`);
  requireSpace(path, inputs);
  const folder = `${path}.building`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = takeLock(join(folder, "lock"));
  if (lock === undefined) throw new DigestListError(`Another build is writing ${path}. Wait for its end.`);
  try {
    // What a killed build has left.
    for (const name of readdirSync(folder)) if (name !== "lock") rmSync(join(folder, name), { recursive: true });
    return await build({ inputs, folder, path }, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    lock.release();
  }
}

interface Build {
  readonly inputs: readonly InputFile[];
  readonly folder: string;
  readonly path: string;
}

async function build({ inputs, folder, path }: Build, options: BuildOptions): Promise<BuiltList> {
  const { isPartial, signal, onProgress } = options;
  const read = { digests: 0, padding: 0 };
  const total = inputs.reduce((sum, { bytes }) => sum + bytes, 0);
  const parts = openParts(folder);
  try {
    let done = 0;
    const onBytes = (bytes: number) => onProgress({ stage: "reading", done: (done += bytes), total });
    for (const input of inputs) {
      const lines = await readDigests(input.path, { take: parts.take, onBytes, signal });
      read.digests += lines.digests;
      read.padding += lines.padding;
    }
    const gathered = parts.end();
    if (read.digests === 0) throw new DigestListError("The files hold no digest. Name others.");
    const part = join(folder, "list");
    const written = await writeList(part, sortedPrefixes(gathered, { folder }), {
      signal,
      onPrefixes: (prefixes) => onProgress({ stage: "sorting", done: prefixes, total: read.digests }),
    });
    if (!isPartial) requireEvenRanges(written);
    placeDurably(part, path);
    const { count } = written;
    return { ...read, files: inputs.length, count, bytes: prefixesAt + count * prefixSize };
  } finally {
    parts.close();
  }
}

interface Written {
  readonly count: number;
  /** Number of prefixes of each range. */
  readonly counts: Uint32Array;
}

interface Writing {
  readonly signal: AbortSignal;
  readonly onPrefixes: (count: number) => void;
}

async function writeList(
  file: string,
  pieces: Iterable<Uint32Array>,
  { signal, onPrefixes }: Writing,
): Promise<Written> {
  const descriptor = openSync(file, "wx", readableMode);
  try {
    const counts = new Uint32Array(ranges);
    const checksums = new Uint32Array(ranges);
    const digest = createHash("sha256");
    let count = 0;
    for (const piece of pieces) {
      await nextTurn();
      signal.throwIfAborted();
      const bytes = bigEndian(piece);
      note(piece, bytes, { counts, checksums });
      digest.update(bytes);
      writeAt(descriptor, bytes, prefixesAt + count * prefixSize);
      count += piece.length / numbersOfPrefix;
      if (count > prefixesMost)
        throw new DigestListError(`A list holds at most ${prefixesMost} digests. Name fewer files.`);
      onPrefixes(count);
    }
    const table = tableOf(counts, checksums);
    const tableDigest = createHash("sha256").update(table).digest();
    const header = writeHeader({ count, tableDigest, prefixesDigest: digest.digest() });
    writeAt(descriptor, Buffer.concat([header, table]), 0);
    return { count, counts };
  } finally {
    closeSync(descriptor);
  }
}

function bigEndian(piece: Uint32Array): Buffer {
  const bytes = Buffer.allocUnsafe(piece.byteLength);
  for (let at = 0; at < piece.length; at += numbersOfPrefix) {
    bytes.writeUInt32BE(piece[at + halves.high] as number, at * 4);
    bytes.writeUInt32BE(piece[at + halves.low] as number, at * 4 + 4);
  }
  return bytes;
}

/** Counts the prefixes of a piece by range, and continues the checksums of the ranges. */
function note(
  piece: Uint32Array,
  bytes: Buffer,
  { counts, checksums }: Record<"counts" | "checksums", Uint32Array>,
): void {
  const rangeAt = (at: number) => (piece[at + halves.high] as number) >>> (32 - rangeBits);
  for (let from = 0; from < piece.length;) {
    const range = rangeAt(from);
    let to = from;
    while (to < piece.length && rangeAt(to) === range) to += numbersOfPrefix;
    counts[range] = (counts[range] as number) + (to - from) / numbersOfPrefix;
    checksums[range] = crc32(bytes.subarray(from * 4, to * 4), checksums[range]);
    from = to;
  }
}

function tableOf(counts: Uint32Array, checksums: Uint32Array): Buffer {
  const table = Buffer.alloc(tableSize);
  let first = 0;
  for (let range = 0; range < ranges; range++) {
    table.writeUInt32BE(first, range * entrySize);
    table.writeUInt32BE(checksums[range] as number, range * entrySize + 4);
    first += counts[range] as number;
  }
  return table;
}

function writeAt(descriptor: number, bytes: Buffer, position: number): void {
  for (let at = 0; at < bytes.length;)
    at += writeSync(descriptor, bytes, at, Math.min(bytes.length - at, writtenAtOnce), position + at);
}

/**
 * Throws if more ranges are empty than chance explains. Digests fall into ranges evenly, so a download that has stopped early, or lacks
 * some ranges, shows itself by them, however its tool has ended.
 */
function requireEvenRanges({ count, counts }: Written): void {
  const empty = counts.reduce((sum, inRange) => sum + Number(inRange === 0), 0);
  const each = count / ranges;
  const share = Math.exp(-each);
  const expected = ranges * share;
  const deviation = Math.sqrt(Math.max(0, ranges * share * (1 - (1 + each) * share)));
  if (empty <= expected + deviationsMax * deviation + 1) return;
  throw new DigestListError(
    `The digests do not cover all ranges: ${empty} of ${ranges} are empty, where about ${Math.round(expected)} would be. The first is ${rangeName(counts.indexOf(0))}. Was the download cut off? Finish it, or add --partial if these are all digests that you want.`,
  );
}

function inputsOf(path: string): readonly InputFile[] {
  if (!existsSync(path)) throw new DigestListError(`There is no file ${path}. Correct its name.`);
  const found = statSync(path);
  if (!found.isDirectory()) return [{ path, bytes: found.size }];
  const names = readdirSync(path).filter((name) => !name.startsWith("."));
  if (names.length === 0) throw new DigestListError(`The folder ${path} is empty. Name another one.`);
  return names.toSorted().map((name) => inputWithin(join(path, name)));
}

function inputWithin(path: string): InputFile {
  const found = statSync(path);
  if (!found.isDirectory()) return { path, bytes: found.size };
  throw new DigestListError(`${path} is a folder within a folder. Name the folders of the files themselves.`);
}

/** Throws unless the disk has the space that the digests of the files need at most. */
function requireSpace(path: string, inputs: readonly InputFile[]): void {
  const folder = dirname(path);
  if (!existsSync(folder))
    throw new DigestListError(`There is no folder ${folder}. Make it, or choose another file by --out.`);
  const digests = inputs.reduce((sum, input) => {
    const line = rangeOfFile(input.path) === undefined ? leastLineBytes.whole : leastLineBytes.inRange;
    return sum + Math.ceil((input.bytes + 1) / line);
  }, 0);
  const { bavail, bsize } = statfsSync(folder);
  const needed = prefixesAt + digests * prefixSize + Math.ceil((digests * prefixSize) / sparePart);
  if (bavail * bsize >= needed) return;
  throw new DigestListError(
    `The disk of ${folder} has ${megabytes(bavail * bsize)} MB free, and the list needs up to ${megabytes(needed)} MB. Free some, or choose another disk by --out.`,
  );
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6);
}
