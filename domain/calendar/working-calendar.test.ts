import { expect, test } from "vitest";

import { calendarHolidaysMax, calendarHoursMax } from "../calendar-limits.ts";
import { calendarProblem, dayNumberOf, everyHour, hoursOf, type WorkingCalendar } from "./working-calendar.ts";

const sound: WorkingCalendar = {
  week: { monday: ["08:00-12:00", "12:00-17:30"], saturday: [], sunday: ["22:00-24:00"] },
  holidays: [{ date: "2028-02-29", name: "Leap day" }],
};

test("hours are read by the clock", () => {
  const hourMs = 3_600_000;
  expect(["08:30-12:00", "00:00-24:00"].map(hoursOf)).toEqual([
    { from: 8.5 * hourMs, to: 12 * hourMs },
    { from: 0, to: 24 * hourMs },
  ]);
  expect(dayNumberOf("1970-01-02")).toBe(1);
});

test("a calendar that can be used has no problem", () => {
  expect([sound, everyHour].map(calendarProblem)).toEqual([undefined, undefined]);
});

const day = (...hours: string[]) => ({ ...sound, week: { tuesday: hours } });
const free = (...holidays: { date: string; name: string }[]) => ({ ...sound, holidays });

test.each([
  ["without any working hour", { ...sound, week: { friday: [] } }, "no working hours"],
  ["with a day that ends before it begins", day("17:00-08:00"), "tuesday: '17:00-08:00' must be hours"],
  ["with a day that ends as it begins", day("08:00-08:00"), "must be hours"],
  ["with a day that begins at 24:00", day("24:00-24:00"), "must be hours"],
  ["with an hour that no clock shows", day("08:00-25:00"), "must be hours"],
  ["with hours past 24:00", day("08:00-24:30"), "must be hours"],
  ["with hours in other words", day("8-17"), "must be hours"],
  ["with hours that overlap", day("08:00-12:00", "11:59-17:00"), "'11:59-17:00' begins before"],
  ["with hours out of order", day("13:00-17:00", "08:00-12:00"), "'08:00-12:00' begins before"],
  ["with very many hours", day(...Array.from({ length: calendarHoursMax + 1 }, () => "08:00-09:00")), "at most 10"],
  ["with a day that does not exist", free({ date: "2027-02-29", name: "Leap day" }), "'2027-02-29' must be a day"],
  ["with a day in other words", free({ date: "25.12.2030", name: "Christmas" }), "must be a day"],
  ["with a holiday without a name", free({ date: "2030-12-25", name: " " }), "2030-12-25 needs a name"],
  [
    "with a holiday twice",
    free({ date: "2030-12-25", name: "Christmas" }, { date: "2030-12-25", name: "Noël" }),
    "2030-12-25 stands there twice",
  ],
  [
    "with very many holidays",
    free(...Array.from({ length: calendarHolidaysMax + 1 }, () => ({ date: "2030-12-25", name: "Christmas" }))),
    "at most 1000 holidays",
  ],
])("a calendar %s is refused in words", (_what, calendar, words) => {
  expect(calendarProblem(calendar)).toContain(words);
});
