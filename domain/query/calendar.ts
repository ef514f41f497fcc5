import type { Scalar, ValueType } from "./bound-query.ts";

/** Milliseconds of a day. */
export const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
const secondMs = 1000;

const yearMin = 1;
const yearMax = 9999;

/**
 * Returns a value as expressions calculate with it. Times of day are milliseconds since midnight, so that every database compares them as
 * numbers. An infinite number becomes the nearest finite one; not-a-number becomes null.
 */
export function toReckoned(type: ValueType, value: Scalar): Scalar {
  if (typeof value === "number") return finite(value);
  return type === "timeOfDay" && typeof value === "string" ? msOfTime(value) : value;
}

/** Returns the value that `toReckoned` has converted. */
export function fromReckoned(type: ValueType, value: Scalar): Scalar {
  if (type !== "timeOfDay" || typeof value !== "number") return value;
  return new Date(value).toISOString().slice("1970-01-01T".length, -1);
}

function finite(value: number): number | null {
  if (Number.isNaN(value)) return null;
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
}

function msOfTime(text: string): number | null {
  const [hours = "0", minutes = "0", seconds = "0"] = text.split(":");
  const whole = Number(hours) * hourMs + Number(minutes) * minuteMs + Number(seconds) * secondMs;
  return Number.isNaN(whole) ? null : whole;
}

/** Returns the milliseconds since midnight of a moment. */
export function timeOf(moment: number): number {
  return ((moment % dayMs) + dayMs) % dayMs;
}

/** Returns the day of a moment as `YYYY-MM-DD`, in the years 1 to 9999. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, "1970-01-01".length);
}

/** Returns the day of a moment as `YYYY-MM-DD`; null outside the years 1 to 9999. */
export function dayText(moment: number): string | null {
  const year = new Date(moment).getUTCFullYear();
  return year >= yearMin && year <= yearMax ? dayOf(moment) : null;
}

const places = { year: [0, 4], month: [5, 2], day: [8, 2] } as const;

/** Returns the position of a part of the calendar in `YYYY-MM-DD`. */
export function calendarPlace(part: keyof typeof places): readonly [start: number, length: number] {
  return places[part];
}

/** Returns a part of the calendar of a day in the form `YYYY-MM-DD`. */
export function calendarPart(part: keyof typeof places, day: string): number {
  const [start, length] = places[part];
  return Number(day.slice(start, start + length));
}

const units = { hour: [hourMs, 24], minute: [minuteMs, 60], second: [secondMs, 60] } as const;

/** Returns the milliseconds of a unit of the clock, and the number of units after which it begins at 0 again. */
export function clockUnit(part: keyof typeof units): readonly [ms: number, cycle: number] {
  return units[part];
}

/** Returns a part of the time of day in whole units. */
export function clockPart(part: keyof typeof units, ms: number): number {
  const [unit, cycle] = units[part];
  return ((Math.floor(ms / unit) % cycle) + cycle) % cycle;
}
