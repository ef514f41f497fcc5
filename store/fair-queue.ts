import { ServiceError } from "#domain/errors.ts";

import type { SqlRow, SqlValue } from "./sql/sql.ts";

/** Runs the reading statements of callers: short ones at once, possibly long ones where they can be ended. */
export type CallersRead = (text: string, values: readonly SqlValue[], owner: string) => Promise<SqlRow[]>;

/** Limits of works that run or wait. */
export interface FairQueueOptions {
  readonly places: number;
  /** Places that one owner may hold. */
  readonly placesEach: number;
  /** Works of one owner that may wait; more are refused. */
  readonly waitingEach: number;
  /** Milliseconds that a work waits for its turn before it is refused. */
  readonly waitMsMax: number;
}

/** Turns for the works of several owners, so that the many works of one owner do not block the few of another. */
export interface FairQueue {
  /** @throws READS_TOO_MANY, READS_BUSY */
  take<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

/** Makes the turns; owners are served round-robin, the works of each in their order. */
export function createFairQueue({ places, placesEach, waitingEach, waitMsMax }: FairQueueOptions): FairQueue {
  const running = new Map<string, number>();
  const queues = new Map<string, (() => void)[]>();
  let free = places;

  const runningOf = (owner: string) => running.get(owner) ?? 0;
  const mayBegin = (owner: string) => free > 0 && runningOf(owner) < placesEach;

  function occupy(owner: string, change: 1 | -1): void {
    free -= change;
    const now = runningOf(owner) + change;
    if (now === 0) running.delete(owner);
    else running.set(owner, now);
  }

  function leave(owner: string): void {
    occupy(owner, -1);
    for (const [next, queue] of queues) {
      if (!mayBegin(next)) continue;
      const begin = queue.shift();
      // Moves the owner to the end of the queue, or out of it.
      queues.delete(next);
      if (queue.length > 0) queues.set(next, queue);
      begin?.();
      return;
    }
  }

  function turn(owner: string): Promise<void> | undefined {
    if (mayBegin(owner)) {
      occupy(owner, 1);
      return undefined;
    }
    const queue = queues.get(owner) ?? [];
    if (queue.length >= waitingEach) throw new ServiceError("READS_TOO_MANY");
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(begin), 1);
      if (queue.length === 0) queues.delete(owner);
      reject(new ServiceError("READS_BUSY"));
    }, waitMsMax);
    const begin = () => {
      clearTimeout(timer);
      occupy(owner, 1);
      resolve();
    };
    queue.push(begin);
    queues.set(owner, queue);
    return promise;
  }

  return {
    async take(owner, work) {
      const coming = turn(owner);
      if (coming !== undefined) await coming;
      try {
        return await work();
      } finally {
        leave(owner);
      }
    },
  };
}
