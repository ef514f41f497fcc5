import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { endianness } from "node:os";
import { join } from "node:path";

import type { TakePrefix } from "./digest-lines.ts";
import { prefixSize } from "./list-form.ts";

/** Prefixes that are sorted in memory at once; a larger part is split. */
const sortedUsually = 1 << 22;
/** Prefixes of each part that are gathered before they are written. */
const gathered = 1 << 12;
const partsOfLevel = 256;
const bitsOfByte = 8;
const numbersOfPrefix = 2;
// Sorted as numbers of 64 bits, which the machine keeps in its own order.
const [lowAt, highAt] = endianness() === "LE" ? [0, 1] : [1, 0];

/** Places of the halves of a prefix among its two numbers. */
export const halves = { high: highAt, low: lowAt } as const;

/** Prefixes on the disk that begin with the same bytes. */
interface Part {
  readonly file: string;
  readonly count: number;
}

/** Prefixes that are gathered on the disk, a file for each value of one of their bytes. */
export interface PrefixParts {
  readonly take: TakePrefix;
  /** Writes what is left. Returns the parts in the order of their prefixes; no more prefixes are taken. */
  end(): readonly Part[];
  /** Closes all files. */
  close(): void;
}

/** Opens the parts of prefixes in a folder; `level` is the byte by which they are told apart. */
export function openParts(folder: string, level = 0): PrefixParts {
  const open = Array.from({ length: partsOfLevel }, () => ({
    numbers: new Uint32Array(gathered * numbersOfPrefix),
    held: 0,
    count: 0,
    descriptor: undefined as number | undefined,
  }));
  const fileOf = (part: number) => join(folder, `${level}-${part}`);
  const shift = 32 - bitsOfByte - bitsOfByte * (level % 4);
  const isInHigh = level < 4;

  function write(index: number): void {
    const part = open[index] as (typeof open)[number];
    part.descriptor ??= openSync(fileOf(index), "wx", 0o600);
    writeWhole(part.descriptor, Buffer.from(part.numbers.buffer, 0, part.held * prefixSize));
    part.count += part.held;
    part.held = 0;
  }

  function close(): void {
    for (const part of open) {
      if (part.descriptor !== undefined) closeSync(part.descriptor);
      part.descriptor = undefined;
    }
  }

  return {
    take(high, low) {
      const index = ((isInHigh ? high : low) >>> shift) & 0xff;
      const part = open[index] as (typeof open)[number];
      const at = part.held * numbersOfPrefix;
      part.numbers[at + highAt] = high;
      part.numbers[at + lowAt] = low;
      part.held += 1;
      if (part.held === gathered) write(index);
    },
    end() {
      for (const [index, { held }] of open.entries()) if (held > 0) write(index);
      close();
      return open.flatMap(({ count }, index) => (count === 0 ? [] : [{ file: fileOf(index), count }]));
    },
    close,
  };
}

/** Options of sorting. */
interface Sorting {
  readonly folder: string;
  /** Byte by which the parts were told apart. */
  readonly level?: number;
  readonly sortedMax?: number;
}

/** Yields all prefixes in rising order, none twice, as pairs of numbers, in pieces of bounded size; removes the parts. */
export function* sortedPrefixes(
  parts: readonly Part[],
  { folder, level = 0, sortedMax = sortedUsually }: Sorting,
): Generator<Uint32Array> {
  for (const part of parts) {
    if (part.count <= sortedMax) yield sortedPart(part);
    else if (level + 1 === prefixSize) yield read(part, 1);
    else {
      const smaller = yield* split(part, folder, level + 1);
      yield* sortedPrefixes(smaller, { folder, level: level + 1, sortedMax });
    }
    rmSync(part.file, { force: true });
  }
}

/** Splits a part by its next byte. It yields pieces without prefixes, so that its caller can stop meanwhile. */
function* split(part: Part, folder: string, level: number): Generator<Uint32Array, readonly Part[]> {
  const parts = openParts(folder, level);
  const descriptor = openSync(part.file, "r");
  try {
    const piece = new Uint32Array(gathered * partsOfLevel * numbersOfPrefix);
    const bytes = Buffer.from(piece.buffer);
    for (let left = part.count; left > 0;) {
      const count = Math.min(left, piece.length / numbersOfPrefix);
      readWhole(descriptor, bytes.subarray(0, count * prefixSize));
      for (let at = 0; at < count * numbersOfPrefix; at += numbersOfPrefix)
        parts.take(piece[at + highAt] as number, piece[at + lowAt] as number);
      left -= count;
      yield new Uint32Array(0);
    }
    rmSync(part.file);
    return parts.end();
  } finally {
    closeSync(descriptor);
    parts.close();
  }
}

function sortedPart(part: Part): Uint32Array {
  const pairs = read(part, part.count);
  new BigUint64Array(pairs.buffer).sort();
  let kept = 0;
  for (let at = 0; at < pairs.length; at += numbersOfPrefix) {
    const isTwice = kept > 0 && pairs[at] === pairs[kept - 2] && pairs[at + 1] === pairs[kept - 1];
    if (isTwice) continue;
    pairs[kept] = pairs[at] as number;
    pairs[kept + 1] = pairs[at + 1] as number;
    kept += numbersOfPrefix;
  }
  return pairs.subarray(0, kept);
}

function read({ file }: Part, count: number): Uint32Array<ArrayBuffer> {
  const pairs = new Uint32Array(count * numbersOfPrefix);
  const descriptor = openSync(file, "r");
  try {
    readWhole(descriptor, Buffer.from(pairs.buffer));
    return pairs;
  } finally {
    closeSync(descriptor);
  }
}

function readWhole(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) {
    const count = readSync(descriptor, bytes, at, bytes.length - at, null);
    if (count === 0) throw new Error("a part of the prefixes is shorter than it was written");
    at += count;
  }
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
}
