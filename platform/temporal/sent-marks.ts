import type { Logger } from "../logs/log.ts";

const flushMs = 500;

/**
 * Marks of the entries of an outbox that were sent. They are written together: one lost in a crash costs a second wake, which is harmless,
 * and each write costs a commit.
 */
export class SentMarks {
  readonly #outbox: MarkedOutbox;
  readonly #log: Logger;
  #positions: number[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(outbox: MarkedOutbox, log: Logger) {
    this.#outbox = outbox;
    this.#log = log;
  }

  /** Adds the positions of entries that were sent; they are written soon. */
  add(sent: readonly number[]): void {
    this.#positions.push(...sent);
    this.#timer ??= setTimeout(() => void this.flush(), flushMs);
  }

  /** Writes the marks that are not written yet; never throws. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const positions = this.#positions;
    this.#positions = [];
    if (positions.length === 0) return;
    await this.#outbox
      .sent(positions)
      .catch((error: unknown) =>
        this.#log.warn({ err: error }, "Dispatched wakes could not be marked; they are sent again."),
      );
  }
}

/** Part of an outbox that the marks need. */
export interface MarkedOutbox {
  sent(positions: readonly number[]): Promise<void>;
}
