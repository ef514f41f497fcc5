import type { Logger } from "../logs/log.ts";

const pauseMsMin = 250;
const pauseMsMax = 5000;
const soundMs = 1000;

/**
 * Pause during which the engine is left alone; its beginning and its end are logged once each. An engine that starts answers some calls and
 * refuses others for a moment, so it counts as back when nothing fails for a second.
 */
export class EnginePause {
  readonly #log: Logger;
  readonly #onEnd: () => void;
  #timer: NodeJS.Timeout | undefined;
  #settling: NodeJS.Timeout | undefined;
  #pauseMs = 0;
  #overMs = 0;

  constructor(log: Logger, onEnd: () => void) {
    this.#log = log;
    this.#onEnd = onEnd;
  }

  /** Returns true while nothing may be sent. */
  lasts(): boolean {
    return this.#timer !== undefined;
  }

  /** Begins a pause after a call that failed, longer than the one before; takes the time at which the call was made. */
  begin(reason: string, calledMs: number): void {
    // A call from before the engine's return that fails after it belongs to the past outage.
    if (calledMs < this.#overMs) return;
    clearTimeout(this.#settling);
    this.#settling = undefined;
    if (this.#pauseMs === 0)
      this.#log.warn({ reason }, "Temporal does not answer; starts and wakes are kept and sent when it is back.");
    // Calls that fail together count as one failure.
    if (this.#timer) return;
    this.#pauseMs = Math.min(Math.max(pauseMsMin, this.#pauseMs * 2), pauseMsMax);
    this.#timer = setTimeout(() => this.#end(), this.#pauseMs);
  }

  /** Notes a call that succeeded. */
  over(): void {
    this.#overMs = performance.now();
    if (this.#pauseMs > 0) this.#settling ??= setTimeout(() => this.#settle(), soundMs);
  }

  /** Ends all waiting. */
  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#settling);
  }

  #end(): void {
    this.#timer = undefined;
    this.#onEnd();
  }

  #settle(): void {
    this.#settling = undefined;
    this.#pauseMs = 0;
    this.#log.info("Temporal answers again.");
  }
}
