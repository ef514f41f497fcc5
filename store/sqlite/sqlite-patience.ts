import { setTimeout as sleep } from "node:timers/promises";

import { isBusy } from "./sqlite-handles.ts";

/** How a lock that another process holds is waited for. */
export interface PatienceOptions {
  /** How long it is waited for before the statement fails. */
  readonly busyWaitMsMax: number;
  /** A number from 0 to 1, for the length of each wait. */
  readonly random: () => number;
}

/** Does something that may find a database locked, again until it is not. */
export type Patiently = <T>(act: () => T) => Promise<T>;

const waitMsMin = 1;
const waitMsSpan = 4;

/** Makes the waiting for a lock: outside the driver, so that the event loop goes on meanwhile. */
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
