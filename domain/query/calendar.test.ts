import { expect, test } from "vitest";

import { calendarPart, clockPart, dayText, fromReckoned, timeOf, toReckoned } from "./calendar.ts";

test("a time of day is reckoned in milliseconds", () => {
  expect(toReckoned("timeOfDay", "12:30:45.678")).toBe(45_045_678);
  expect(fromReckoned("timeOfDay", 45_045_678)).toBe("12:30:45.678");
});

test("numbers that are none, or too great, become what every database has", () => {
  expect(toReckoned("decimal", Number.NaN)).toBeNull();
  expect(toReckoned("decimal", Number.POSITIVE_INFINITY)).toBe(Number.MAX_VALUE);
  expect(toReckoned("integer", null)).toBeNull();
});

test("a moment before 1970 lies in the day before", () => {
  expect(dayText(-1)).toBe("1969-12-31");
  expect(timeOf(-1)).toBe(86_399_999);
  expect(clockPart("hour", -1)).toBe(23);
  expect(calendarPart("month", "1969-12-31")).toBe(12);
});

test("outside the years 1 to 9999 there is no day", () => {
  expect(dayText(Date.parse("+010000-01-01T00:00:00Z"))).toBeNull();
  expect(dayText(Number.MAX_VALUE)).toBeNull();
});
