import { write, writeSync } from "node:fs";

import type { DestinationStream } from "pino";

/** Options of the output of a log. */
export interface LogOutputOptions {
  /** Descriptor of the open file, pipe or terminal. */
  readonly descriptor: number;
  /** Bytes of lines from which they are written at once, … */
  readonly gatheredMax: number;
  /** … or milliseconds after which fewer lines are written. */
  readonly gatheredMs: number;
  /** Bytes that wait for a slow reader; lines beyond them are dropped, and their number is written instead. */
  readonly waitingMax: number;
}

/** Most bytes in UTF-8 for one UTF-16 code unit. */
const characterBytesMax = 3;
const fullPauseMs = 10;
/** Milliseconds for which the end of the process waits for a reader that does not read. */
const lastWordsMs = 1000;

/**
 * Makes an output that writes several lines at once and in another thread, so that a call does not wait for its own line. Gathered lines
 * are written before the process exits. A reader that is gone is left alone: nobody is there to notify, and a process that should end would
 * never do so.
 */
export function createLogOutput({
  descriptor,
  gatheredMax,
  gatheredMs,
  waitingMax,
}: LogOutputOptions): DestinationStream {
  // A line is encoded while it is new: as a long text of many pieces it would cost twice as much later.
  let waiting = Buffer.allocUnsafe(gatheredMax * 2);
  let waitingBytes = 0;
  let dropped = 0;
  /** True while a thread writes. */
  let writing = false;
  /** Bytes that a full output has not accepted yet. */
  let held: Buffer = Buffer.alloc(0);
  let gone = false;
  let timer: NodeJS.Timeout | undefined;

  function take(): Buffer {
    const last = Buffer.from(dropped === 0 ? "" : droppedLine(dropped));
    const taken = Buffer.concat([held, waiting.subarray(0, waitingBytes), last]);
    held = Buffer.alloc(0);
    waitingBytes = 0;
    if (waiting.length > gatheredMax * 2) waiting = Buffer.allocUnsafe(gatheredMax * 2);
    dropped = 0;
    return taken;
  }

  function gather(line: string): void {
    const bytesMax = waitingBytes + line.length * characterBytesMax;
    if (bytesMax > waiting.length) waiting = Buffer.concat([waiting.subarray(0, waitingBytes)], bytesMax * 2);
    waitingBytes += waiting.write(line, waitingBytes);
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!writing && waitingBytes + held.length > 0) writeRest(take());
  }

  /**
   * Writes gathered lines once they are many or old. Lines that come during a write are gathered too, because a write for each few lines
   * would cost more than the lines.
   */
  function flushInTime(): void {
    if (waitingBytes >= gatheredMax) flush();
    else if (waitingBytes > 0) timer ??= setTimeout(flush, gatheredMs).unref();
  }

  function writeRest(rest: Buffer): void {
    writing = true;
    write(descriptor, rest, (error, written) => {
      writing = false;
      if (error === null) {
        if (written < rest.length) writeRest(rest.subarray(written));
        else flushInTime();
      } else if (error.code === "EAGAIN") {
        held = rest;
        timer ??= setTimeout(flush, fullPauseMs).unref();
      } else {
        gone = true;
        waitingBytes = 0;
      }
    });
  }

  process.once("exit", () => {
    if (!gone) writeAtOnce(descriptor, take());
  });

  return {
    write(line) {
      if (gone) return;
      if (waitingBytes + line.length > waitingMax) {
        dropped += 1;
        return;
      }
      gather(line);
      flushInTime();
    },
  };
}

function droppedLine(lines: number): string {
  return `${JSON.stringify({ level: "warn", module: "log", msg: `${lines} line(s) were dropped: the output was not read.` })}\n`;
}

function writeAtOnce(descriptor: number, words: Buffer): void {
  const deadline = Date.now() + lastWordsMs;
  for (let rest = words; rest.length > 0 && Date.now() < deadline;) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
    }
  }
}
