import type { TimeZone } from "../calendar/time-zone.ts";

const windowForm = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Form of a change window, in words that follow "must be". */
export const changeWindowRule = "two different times of day such as 22:00-05:30";

/** Returns true if a text is a change window: two different times of day, the second of which may be on the next day. */
export function isChangeWindow(text: string): boolean {
  const [, from, to] = windowForm.exec(text) ?? [];
  return from !== undefined && from !== to;
}

const dayMs = 86_400_000;

/**
 * Returns true if passwords are changed automatically at a moment: always without a window, otherwise if the clocks of the zone show a
 * time in it.
 */
export function isInChangeWindow(window: string | null, zone: TimeZone, now: number): boolean {
  const [, from, to] = windowForm.exec(window ?? "") ?? [];
  if (from === undefined || to === undefined) return window === null;
  const local = now + zone.offsetMs(now);
  const time = local - Math.floor(local / dayMs) * dayMs;
  const [begin, end] = [timeOfDay(from), timeOfDay(to)];
  return begin < end ? time >= begin && time < end : time >= begin || time < end;
}

function timeOfDay(text: string): number {
  const [hours, minutes] = text.split(":").map(Number);
  return ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000;
}
