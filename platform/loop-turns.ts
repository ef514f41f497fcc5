import { setImmediate as nextTurn } from "node:timers/promises";

import type { Steps } from "#domain/steps.ts";

/** Milliseconds that one turn of the event loop may take before others are served. */
const turnMs = 10;

let begunAt: number | undefined;

/** Returns true if this turn of the event loop has lasted so long that others should be served. */
export function isTurnOver(): boolean {
  const now = performance.now();
  if (begunAt === undefined) {
    begunAt = now;
    setImmediate(() => (begunAt = undefined));
  }
  return now - begunAt > turnMs;
}

/** Serves others first if this turn of the event loop has lasted long. */
export async function giveWay(): Promise<void> {
  if (isTurnOver()) await nextTurn();
}

/** Returns the result of work in steps, spread over as many turns of the event loop as needed. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  let step = steps.next();
  while (step.done !== true) {
    if (isTurnOver()) await nextTurn();
    step = steps.next();
  }
  return step.value;
}

/** Returns the result of `items.map(work)`, spread over as many turns of the event loop as needed. */
export async function mapInTurns<Item, Done>(items: readonly Item[], work: (item: Item) => Done): Promise<Done[]> {
  const done: Done[] = [];
  for (const item of items) {
    if (isTurnOver()) await nextTurn();
    done.push(work(item));
  }
  return done;
}
