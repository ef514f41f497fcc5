import { ProxyCallError, type SignedCalls } from "#activities/proxy/signed-calls.ts";
import type { Clock } from "#platform/clock.ts";

/** Clock of the service as a host knows it, independent of the host's own. */
export interface ServiceClock extends Clock {
  /** Sets the clock by a time that the service has sent. */
  heard(timeMs: number): void;
}

/** Milliseconds of difference from which on the clock may be the reason for a refused signature. */
const clockOffMs = 5_000;

/** Makes the clock of the service from the host's own; until the service has sent its time both are assumed to be equal. */
export function serviceClock(own: Clock): ServiceClock {
  let ahead = 0;
  return {
    now: () => own.now() + ahead,
    heard(timeMs) {
      ahead = timeMs - own.now();
    },
  };
}

/** Makes signed calls that are repeated once with the service's time where they are refused because of the caller's clock. */
export function signedByServiceClock(calls: SignedCalls, clock: ServiceClock): SignedCalls["call"] {
  return async (path, content, signal) => {
    try {
      return await calls.call(path, content, signal);
    } catch (error) {
      const timeMs = error instanceof ProxyCallError && error.status === 401 ? error.timeMs : undefined;
      if (timeMs === undefined || Math.abs(timeMs - clock.now()) < clockOffMs) throw error;
      clock.heard(timeMs);
      return calls.call(path, content, signal);
    }
  };
}
