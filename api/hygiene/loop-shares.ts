import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

import { loopShareBurstMs, loopSharePart } from "#domain/body-limits.ts";
import { rateKeysMax } from "#domain/limits.ts";
import { boundedMemory } from "#platform/bounded-memory.ts";

/** Clock of the shares. */
export interface ShareClock {
  /** Returns the milliseconds that have passed. */
  now(): number;
  /** Returns the milliseconds for which this thread has worked. */
  workedMs(): number;
  rest(ms: number): Promise<unknown>;
}

const ownClock: ShareClock = {
  now: () => performance.now(),
  workedMs() {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
  rest: (ms) => sleep(ms),
};

/**
 * Shares of the event loop that single callers take by large bodies. A caller has one body at a time. Work beyond a
 * burst is followed by a rest that is several times as long.
 */
export class LoopShares {
  readonly #clock: ShareClock;
  /** Moments at which all work of a caller is paid for, by caller. */
  readonly #paidAt = boundedMemory<number>(rateKeysMax);
  readonly #queues = new Map<string, Promise<void>>();

  constructor(clock: ShareClock = ownClock) {
    this.#clock = clock;
  }

  /** Waits for the turn of a caller's body. Work in the same turn of the event loop then counts for the caller. */
  async enter(caller: string): Promise<void> {
    const turn = (this.#queues.get(caller) ?? Promise.resolve()).then(() => this.#rest(caller));
    const over = turn.then(() => this.#charge(caller));
    this.#queues.set(caller, over);
    void this.#forget(caller, over);
    await turn;
  }

  async #forget(caller: string, over: Promise<void>): Promise<void> {
    await over;
    if (this.#queues.get(caller) === over) this.#queues.delete(caller);
  }

  async #rest(caller: string): Promise<void> {
    const waitMs = (this.#paidAt.get(caller) ?? 0) - this.#clock.now() - loopShareBurstMs;
    if (waitMs > 0) await this.#clock.rest(waitMs);
  }

  async #charge(caller: string): Promise<void> {
    const begunMs = this.#clock.workedMs();
    await nextTurn();
    const now = this.#clock.now();
    const owedMs = (this.#clock.workedMs() - begunMs) * loopSharePart;
    this.#paidAt.set(caller, Math.max(now, this.#paidAt.get(caller) ?? now) + owedMs);
  }
}
