import type { Scalar, ValueType } from "./bound-query.ts";

/** Milliseconds of a day. */
export const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
const secondMs = 1000;

const yearMin = 1;
const yearMax = 9999;

/**
 * A value as expressions reckon with it: times of day are milliseconds since midnight, so that every database compares
 * them as numbers. What is no finite number takes the nearest one; not-a-number is null.
 */
export function toReckoned(type: ValueType, value: Scalar): Scalar {
  if (typeof value === "number") return finite(value);
  return type === "timeOfDay" && typeof value === "string" ? msOfTime(value) : value;
}

/** The value of which `toReckoned` makes this one. */
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

/** The milliseconds since midnight of a moment. */
export function timeOf(moment: number): number {
  return ((moment % dayMs) + dayMs) % dayMs;
}

/** The day of a moment as `YYYY-MM-DD`, in the years 1 to 9999. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, "1970-01-01".length);
}

/** The day of a moment as `YYYY-MM-DD`; null outside the years 1 to 9999. */
export function dayText(moment: number): string | null {
  const year = new Date(moment).getUTCFullYear();
  return year >= yearMin && year <= yearMax ? dayOf(moment) : null;
}

const places = { year: [0, 4], month: [5, 2], day: [8, 2] } as const;

/** Where a part of the calendar stands in `YYYY-MM-DD`. */
export function calendarPlace(part: keyof typeof places): readonly [start: number, length: number] {
  return places[part];
}

/** A part of the calendar of a day, which is given as `YYYY-MM-DD`. */
export function calendarPart(part: keyof typeof places, day: string): number {
  const [start, length] = places[part];
  return Number(day.slice(start, start + length));
}

const units = { hour: [hourMs, 24], minute: [minuteMs, 60], second: [secondMs, 60] } as const;

/** How long a unit of the clock is, and how many of them follow each other. */
export function clockUnit(part: keyof typeof units): readonly [ms: number, cycle: number] {
  return units[part];
}

/** A part of the time of day; whole seconds. */
export function clockPart(part: keyof typeof units, ms: number): number {
  const [unit, cycle] = units[part];
  return ((Math.floor(ms / unit) % cycle) + cycle) % cycle;
}
