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
export function createLogOutput(options: LogOutputOptions): DestinationStream {
  return new LogOutput(options);
}

class LogOutput implements DestinationStream {
  readonly #options: LogOutputOptions;
  // A line is encoded while it is new: as a long text of many pieces it would cost twice as much later.
  #waiting: Buffer;
  #waitingBytes = 0;
  #dropped = 0;
  /** True while a thread writes. */
  #writing = false;
  /** Bytes that a full output has not accepted yet. */
  #held: Buffer = Buffer.alloc(0);
  #gone = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LogOutputOptions) {
    this.#options = options;
    this.#waiting = Buffer.allocUnsafe(options.gatheredMax * 2);
    process.once("exit", () => {
      if (!this.#gone) writeAtOnce(options.descriptor, this.#take());
    });
  }

  write(line: string): void {
    if (this.#gone) return;
    if (this.#waitingBytes + line.length > this.#options.waitingMax) {
      this.#dropped += 1;
      return;
    }
    this.#gather(line);
    this.#flushInTime();
  }

  #take(): Buffer {
    const room = this.#options.gatheredMax * 2;
    const last = Buffer.from(this.#dropped === 0 ? "" : droppedLine(this.#dropped));
    const taken = Buffer.concat([this.#held, this.#waiting.subarray(0, this.#waitingBytes), last]);
    this.#held = Buffer.alloc(0);
    this.#waitingBytes = 0;
    if (this.#waiting.length > room) this.#waiting = Buffer.allocUnsafe(room);
    this.#dropped = 0;
    return taken;
  }

  #gather(line: string): void {
    const bytesMax = this.#waitingBytes + line.length * characterBytesMax;
    if (bytesMax > this.#waiting.length)
      this.#waiting = Buffer.concat([this.#waiting.subarray(0, this.#waitingBytes)], bytesMax * 2);
    this.#waitingBytes += this.#waiting.write(line, this.#waitingBytes);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#writing && this.#waitingBytes + this.#held.length > 0) this.#writeRest(this.#take());
  }

  #flushAfter(pauseMs: number): void {
    this.#timer ??= setTimeout(() => this.#flush(), pauseMs).unref();
  }

  /**
   * Writes gathered lines once they are many or old. Lines that come during a write are gathered too, because a write for each few lines
   * would cost more than the lines.
   */
  #flushInTime(): void {
    if (this.#waitingBytes >= this.#options.gatheredMax) this.#flush();
    else if (this.#waitingBytes > 0) this.#flushAfter(this.#options.gatheredMs);
  }

  #writeRest(rest: Buffer): void {
    this.#writing = true;
    write(this.#options.descriptor, rest, (error, written) => {
      this.#writing = false;
      if (error === null) {
        if (written < rest.length) this.#writeRest(rest.subarray(written));
        else this.#flushInTime();
      } else if (error.code === "EAGAIN") {
        this.#held = rest;
        this.#flushAfter(fullPauseMs);
      } else {
        this.#gone = true;
        this.#waitingBytes = 0;
      }
    });
  }
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
