import { dayOf } from "../query/calendar.ts";

/** Returns the day of a moment as `YYYYMMDD`, in UTC; the counter of request numbers restarts each day. */
export function requestDay(now: number): string {
  return dayOf(now).replaceAll("-", "");
}

/**
 * Returns the number of a request that people read: `YYYYMMDD-N`, N from 1, unique per node and day. Numbers may have gaps, and do after
 * a restore.
 */
export function requestNumber(now: number, count: number): string {
  return `${requestDay(now)}-${count}`;
}

/** Tells whether a text has the form of a request number. */
export function isRequestNumber(text: string): boolean {
  return /^\d{8}-[1-9]\d{0,14}$/.test(text);
}
