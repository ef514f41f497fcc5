import { setTimeout as sleep } from "node:timers/promises";

import { ServiceError } from "#domain/errors.ts";

import { isBehind, type Standing } from "./sign-in-queue-priority.ts";

/** How many may have their turn at once, how many may wait, and how long those are held who find no place. */
export interface TurnRule {
  readonly parallelMax: number;
  readonly queueMax: number;
  readonly refusedAfterMs: number;
}

/**
 * Runs something when its turn has come.
 * @throws SIGN_IN_BUSY when it finds no place, or has to give it to one who stands better
 */
export type InTurn = <T>(standing: Standing, run: () => Promise<T>) => Promise<T>;

interface Waiting {
  readonly standing: Standing;
  readonly start: () => void;
  readonly giveUp: () => void;
}

/**
 * Makes the turns of a process. Who stands best is next, the first of those who stand alike. Where all places are taken,
 * who stands worst has to go, so that who asks much cannot keep out who asks little by being there first. A refusal is
 * held for a while: a flood that waits for its answers comes no faster than that.
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

  /** Whether there is a place for a newcomer; the worst of those who wait makes room for one who stands better. */
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
        // At once, or somebody who comes at this moment would take the turn too.
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
