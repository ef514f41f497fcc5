import { setTimeout as sleep } from "node:timers/promises";

import { ServiceError } from "#domain/errors.ts";

import { isBehind, type Standing } from "./sign-in-queue-priority.ts";

/** Number of calls that run in parallel, number that may wait, and milliseconds for which a refused one is held. */
export interface TurnRule {
  readonly parallelMax: number;
  readonly queueMax: number;
  readonly refusedAfterMs: number;
}

/**
 * Runs work when its turn has come.
 * @throws SIGN_IN_BUSY if the queue is full, or a call of better rank takes its place
 */
export type InTurn = <T>(standing: Standing, run: () => Promise<T>) => Promise<T>;

interface Waiting {
  readonly standing: Standing;
  readonly start: () => void;
  readonly giveUp: () => void;
}

/**
 * Makes the queue of a process. The best rank is next; equal ranks are served in order of arrival. If the queue is full, the worst rank is
 * refused, so that a busy network cannot keep others out by arriving first. A refusal is held for a while, which limits the rate of a flood
 * that waits for its answers.
 */
export function createTurns({ parallelMax, queueMax, refusedAfterMs }: TurnRule): InTurn {
  const waiting: Waiting[] = [];
  let running = 0;

  function end(): void {
    running -= 1;
    const next = waiting.reduce<Waiting | undefined>(
      (best, one) => (best === undefined || isBehind(best.standing, one.standing) ? one : best),
      undefined,
    );
    if (next === undefined) return;
    remove(next);
    next.start();
  }

  function remove(one: Waiting): void {
    waiting.splice(waiting.indexOf(one), 1);
  }

  /** Reports whether a new call gets a place; the worst waiting call gives way to a better one. */
  function hasPlaceFor(standing: Standing): boolean {
    if (waiting.length < queueMax) return true;
    const worst = waiting.reduce<Waiting | undefined>(
      (last, one) => (last !== undefined && isBehind(last.standing, one.standing) ? last : one),
      undefined,
    );
    if (worst === undefined || !isBehind(worst.standing, standing)) return false;
    remove(worst);
    worst.giveUp();
    return true;
  }

  const turnOf = (standing: Standing) =>
    new Promise<boolean>((resolve) => {
      if (!hasPlaceFor(standing)) return resolve(false);
      const start = () => {
        // Immediately, or a call that arrives at this moment would take the turn too.
        running += 1;
        resolve(true);
      };
      waiting.push({ standing, start, giveUp: () => resolve(false) });
    });

  return async (standing, run) => {
    if (running < parallelMax) running += 1;
    else if (!(await turnOf(standing))) {
      await sleep(refusedAfterMs);
      throw new ServiceError("SIGN_IN_BUSY");
    }
    try {
      return await run();
    } finally {
      end();
    }
  };
}
