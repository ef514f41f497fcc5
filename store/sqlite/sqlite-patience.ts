import { setTimeout as sleep } from "node:timers/promises";

import { isBusy } from "./sqlite-handles.ts";

/** Options for waiting for a lock of another process. */
export interface PatienceOptions {
  /** Longest wait in milliseconds before the statement fails. */
  readonly busyWaitMsMax: number;
  /** Returns a number from 0 to 1, for the length of each wait. */
  readonly random: () => number;
}

/** Retries an action until the database is not locked. */
export type Patiently = <T>(act: () => T) => Promise<T>;

const waitMsMin = 1;
const waitMsSpan = 4;

/** Makes the waiting for a lock: outside the driver, so that the event loop continues meanwhile. */
export function createPatience({ busyWaitMsMax, random }: PatienceOptions): Patiently {
  return async (act) => {
    const waitUntilMs = performance.now() + busyWaitMsMax;
    for (;;) {
      try {
        return act();
      } catch (error) {
        if (!isBusy(error) || performance.now() > waitUntilMs) throw error;
      }
      await sleep(waitMsMin + random() * waitMsSpan);
    }
  };
}
