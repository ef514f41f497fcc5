import { open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";

import type { AuditRecord } from "#domain/audit/audit-record.ts";

import { makeFolderDurably, syncFolder } from "../files/durable-file.ts";
import { type AuditSink, recordLine } from "./audit-sink.ts";

/** Options of a file sink. */
export interface FileSinkOptions {
  readonly path: string;
  /** Size in bytes at which the file is set aside and a new one is begun. */
  readonly maxBytes: number;
  /** Number of files set aside that are kept; 0 = all. */
  readonly keep: number;
}

const newline = 0x0a;
const mode = 0o600;

/**
 * Writes the audit as lines of JSON to a file that only its owner can read. Rows are on the disk before they count as delivered; a full
 * file is set aside as `name-<moment>-<node>-<position>.ext`, with the values of its last row.
 */
export function createFileSink(options: FileSinkOptions): AuditSink {
  return {
    name: "file",
    async deliver(records) {
      makeFolderDurably(dirname(options.path));
      const size = await append(options.path, records);
      const last = records.at(-1);
      if (size >= options.maxBytes && last) await putAside(options, last);
    },
  };
}

async function append(path: string, records: readonly AuditRecord[]): Promise<number> {
  const file = await open(path, "a+", mode);
  try {
    const { size } = await file.stat();
    const lines = records.map((record) => `${recordLine(record)}\n`).join("");
    // A crash may have left half a line; new rows must begin on a line of their own.
    const torn = size > 0 && (await lastByte(file, size)) !== newline;
    await file.appendFile(torn ? `\n${lines}` : lines, "utf8");
    await file.sync();
    if (size === 0) syncFolder(dirname(path));
    return size + Buffer.byteLength(lines);
  } finally {
    await file.close();
  }
}

async function lastByte(file: Awaited<ReturnType<typeof open>>, size: number): Promise<number | undefined> {
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0];
}

async function putAside({ path, keep }: FileSinkOptions, { node, time, position }: AuditRecord): Promise<void> {
  const extension = extname(path);
  const stem = basename(path, extension);
  const moment = new Date(time).toISOString().replaceAll(/[:.]/g, "-");
  await rename(path, join(dirname(path), `${stem}-${moment}-${node}-${position}${extension}`));
  syncFolder(dirname(path));
  if (keep === 0) return;
  const names = await readdir(dirname(path));
  const aside = names.filter((name) => name.startsWith(`${stem}-`) && name.endsWith(extension)).toSorted();
  for (const name of aside.slice(0, -keep)) await rm(join(dirname(path), name), { force: true });
}
