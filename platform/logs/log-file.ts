import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, write } from "node:fs";
import { dirname } from "node:path";
import { Writable } from "node:stream";

import { logFilesKept } from "#domain/limits.ts";

/** Path and size limit of a log file. */
export interface LogFileOptions {
  readonly path: string;
  /** Size in bytes from which a file is set aside before the next line; absent = `logBytesMax`. */
  readonly bytesMax?: number;
}

/** Size in bytes at which a log file is set aside, even while the program runs. */
const logBytesMax = 64 * 1024 * 1024;

const newline = 0x0a;

/**
 * Opens a log file for appending, for its owner alone, with rotation while it runs. A disk that is full or fails costs lines and nothing
 * else: they are dropped and counted, and the number is written as soon as the disk accepts lines again.
 */
export function openLogFile({ path, bytesMax = logBytesMax }: LogFileOptions): Writable {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let descriptor: number | undefined;
  let bytes = 0;
  let dropped = 0;
  let atLineStart = true;

  function opened(): number {
    if (descriptor !== undefined && bytes >= bytesMax && atLineStart) {
      closeSync(descriptor);
      descriptor = undefined;
    }
    if (descriptor === undefined) {
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= bytesMax) turnOver(path);
      descriptor = openSync(path, "a", 0o600);
      bytes = statSync(path).size;
    }
    return descriptor;
  }

  function append(data: Buffer, done: (error: Error | null) => void): void {
    let target: number;
    try {
      target = opened();
    } catch (error) {
      done(error as Error);
      return;
    }
    write(target, data, (error, written) => {
      if (written > 0) atLineStart = data[written - 1] === newline;
      bytes += written;
      if (error === null && written < data.length) append(data.subarray(written), done);
      else done(error);
    });
  }

  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      const lost = dropped;
      append(lost === 0 ? chunk : Buffer.concat([droppedLine(lost, atLineStart), chunk]), (error) => {
        if (error === null) dropped -= lost;
        else dropped += linesOf(chunk);
        done();
      });
    },
    destroy(error, done) {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
      done(error);
    },
  });
}

function turnOver(path: string): void {
  rmSync(`${path}.${logFilesKept}`, { force: true });
  for (let older = logFilesKept - 1; older >= 1; older -= 1) rename(`${path}.${older}`, `${path}.${older + 1}`);
  rename(path, `${path}.1`);
}

function rename(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false })) renameSync(from, to);
}

function linesOf(chunk: Buffer): number {
  return Math.max(1, chunk.filter((byte) => byte === newline).length);
}

function droppedLine(lines: number, atLineStart: boolean): Buffer {
  const msg = `${lines} line(s) were dropped: the disk did not take them.`;
  const line = JSON.stringify({ level: "warn", time: new Date().toISOString(), module: "log", msg });
  return Buffer.from(`${atLineStart ? "" : "\n"}${line}\n`);
}
