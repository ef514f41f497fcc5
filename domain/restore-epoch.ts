import { dayMs } from "./query/calendar.ts";
import { requestDay } from "./requests/request-number.ts";

/** Positions per millisecond that no installation exceeds on the average between two restores. */
const positionsPerMs = 1000;
/** Days by which the clock of the lost database may have been wrong. */
const clockErrorDays = 31;
const smallNumbersSince = Date.UTC(2020, 0, 1);
const secondMs = 1000;

/** Times that a database knows. */
export interface KnownTime {
  /** Time of its newest change in milliseconds UTC; 0 if it has none. */
  readonly latest: number;
  /** Current epoch. */
  readonly epoch: number;
}

/**
 * Returns the epoch that a restore begins: its time in milliseconds UTC, later than every time that the restored database knows. The epoch
 * of a database that was never restored is 0.
 */
export function nextEpoch(now: number, { latest, epoch }: KnownTime): number {
  return Math.max(now, latest + 1, epoch + 1);
}

/**
 * Returns the number after which positions continue in an epoch: the microseconds since 1970. The lost database had fewer positions than
 * microseconds have passed, so none of them comes again, and each later one is higher.
 */
export function positionsFrom(epoch: number): number {
  return epoch * positionsPerMs;
}

/** Returns the number after which the requests of a day are numbered in an epoch: the milliseconds since 1970. */
export function requestNumbersFrom(epoch: number): number {
  return epoch;
}

/**
 * Returns the number after which counters of 32 bits continue in an epoch, each of which rises less than once a second: the seconds since
 * 2020.
 */
export function smallNumbersFrom(epoch: number): number {
  return Math.max(0, Math.floor((epoch - smallNumbersSince) / secondMs));
}

/**
 * Returns the days, as `YYYYMMDD`, of which requests may have been numbered that the restored database does not know. They reach from its
 * newest change to the restore, and as many days before and after as a clock may have been wrong.
 */
export function unknownDays(latest: number, epoch: number): string[] {
  const first = Math.min(latest === 0 ? epoch : latest, epoch) - clockErrorDays * dayMs;
  const count = Math.floor((epoch - first) / dayMs) + clockErrorDays + 1;
  return Array.from({ length: count }, (_, index) => requestDay(first + index * dayMs));
}
