import type { CalendarChoice } from "./calendar-choice.ts";
import { isTimeZone } from "./time-zone.ts";

/** Rules for the names of a person's time zone and calendar, in words. */
export const calendarNameRules = {
  timeZone: "the IANA name of a time zone, such as Europe/Berlin or UTC",
  calendar: "a name in WORKING_CALENDARS",
} as const satisfies Record<keyof CalendarChoice, string>;

/** Tests of the names of time zones and calendars. */
export type CalendarNameJudges = Readonly<Record<keyof CalendarChoice, (name: string) => boolean>>;

/** Makes tests for many names by the known calendars; each time zone is looked up once. */
export function calendarNameJudges(calendars: Readonly<Record<string, unknown>>): CalendarNameJudges {
  const zones = new Map<string, boolean>();
  return {
    timeZone(name) {
      const known = zones.get(name) ?? isTimeZone(name);
      zones.set(name, known);
      return known;
    },
    calendar: (name) => Object.hasOwn(calendars, name),
  };
}
