import { LRUCache } from "lru-cache";

import { lastMomentMs } from "#domain/calendar-limits.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
const secondMs = 1000;
const timeCharacters = "00:00:00.000Z".length;

const numbers = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));
const two = (number: number): string => numbers[Math.floor(number)] ?? "";

// Cached, because moments that are written together mostly lie on few days.
const days = new LRUCache<number, string>({ max: 64 });

/**
 * Returns a moment in milliseconds as ISO 8601, like `Date.toISOString`.
 * @throws RangeError for a number that is no moment
 */
export function momentText(ms: number): string {
  if (!Number.isSafeInteger(ms) || Math.abs(ms) > lastMomentMs) return new Date(ms).toISOString();
  const day = Math.floor(ms / dayMs);
  const time = ms - day * dayMs;
  const fraction = String(time % secondMs).padStart(3, "0");
  const seconds = two((time % minuteMs) / secondMs);
  return `${days.get(day) ?? keptDay(day)}${two(time / hourMs)}:${two((time % hourMs) / minuteMs)}:${seconds}.${fraction}Z`;
}

function keptDay(day: number): string {
  const text = new Date(day * dayMs).toISOString().slice(0, -timeCharacters);
  days.set(day, text);
  return text;
}
