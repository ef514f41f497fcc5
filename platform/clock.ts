/** The only source of time: integer milliseconds UTC. */
export interface Clock {
  /** Returns the present moment in milliseconds UTC. */
  now(): number;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() };

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now: number;

  constructor(startMs: number = Date.UTC(2030, 0, 1)) {
    this.#now = startMs;
  }

  /** Returns the moment to which the clock was last moved. */
  now(): number {
    return this.#now;
  }

  /** Moves the clock forward (or, with a negative number, back). */
  advance(ms: number): void {
    this.#now += ms;
  }

  /** Sets the clock to a moment. */
  set(ms: number): void {
    this.#now = ms;
  }
}
