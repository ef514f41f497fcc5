import { expect, test } from "vitest";

import { workingTimes } from "./calendar-choice.ts";
import { everyHour } from "./working-calendar.ts";

const mornings = { week: { thursday: ["08:00-12:00"] }, holidays: [] };
const timeOf = workingTimes({ timeZone: "UTC", calendar: mornings, named: { always: everyHour, mornings } });
const noon = Date.parse("2026-01-01T12:00Z");

test.each([
  ["has chosen nothing", { timeZone: null, calendar: null }, false],
  ["has a time zone", { timeZone: "America/New_York", calendar: null }, false],
  ["has a time zone in which it is morning", { timeZone: "Atlantic/Azores", calendar: null }, true],
  ["has a calendar", { timeZone: null, calendar: "always" }, true],
  ["has a time zone and a calendar", { timeZone: "Asia/Tokyo", calendar: "mornings" }, false],
  ["has chosen what is no more", { timeZone: "Nowhere/No", calendar: "constructor" }, false],
])("somebody who %s works by it, otherwise by what the installation has", (_what, choice, works) => {
  expect(timeOf(choice).isWorking(noon)).toBe(works);
});

test("working time is made once for each choice", () => {
  const choice = { timeZone: "Asia/Tokyo", calendar: null };
  expect(timeOf(choice)).toBe(timeOf({ ...choice }));
  expect(timeOf(choice)).not.toBe(timeOf({ timeZone: null, calendar: null }));
});
