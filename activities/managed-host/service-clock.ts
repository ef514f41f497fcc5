import type { Clock } from "#platform/clock.ts";

/** Clock of the service as a host knows it, independent of the host's own. */
export interface ServiceClock extends Clock {
  /** Sets the clock by a time that the service has sent. */
  heard(timeMs: number): void;
}

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
