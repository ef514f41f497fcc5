import type { Clock } from "#platform/clock.ts";

/** The clock of the service as a host knows it, however wrong the host's own is. */
export interface ServiceClock extends Clock {
  /** Takes what the service has said of its time. */
  heard(timeMs: number): void;
}

/** Makes the clock of the service out of the host's own; until the service has said its time they are taken for the same. */
export function serviceClock(own: Clock): ServiceClock {
  let ahead = 0;
  return {
    now: () => own.now() + ahead,
    heard(timeMs) {
      ahead = timeMs - own.now();
    },
  };
}
