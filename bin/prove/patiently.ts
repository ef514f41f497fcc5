import { setTimeout as sleep } from "node:timers/promises";

import { ServiceError } from "#domain/errors.ts";

const pauseMs = 100;
const patienceMs = 60_000;

/** Retries for as long as the database is away, which the proof itself has killed. */
export async function patiently<T>(run: () => Promise<T>): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const isAway = error instanceof ServiceError && error.kind === "unavailable";
      if (!isAway || performance.now() > end) throw error;
      await sleep(pauseMs);
    }
  }
}
