import { z } from "zod";

import { reminderIntervalHours } from "#domain/calendar-limits.ts";
import { isTimeZone } from "#domain/calendar/time-zone.ts";
import { calendarProblem, weekdays, type WorkingCalendar } from "#domain/calendar/working-calendar.ts";

import type { SettingDefinition } from "./setting-definition.ts";
import { wholeNumber } from "./setting-schemas.ts";

const calendar = z.strictObject({
  week: z.partialRecord(z.enum(weekdays), z.array(z.string())),
  holidays: z.array(z.strictObject({ date: z.string(), name: z.string() })).default([]),
});
const example =
  '{"week": {"monday": ["08:00-12:00", "13:00-17:00"]}, "holidays": [{"date": "2030-12-25", "name": "Christmas Day"}]}';

/** When people work, and how often they are reminded of what waits for them. */
export const calendarSettings = {
  timeZone: {
    name: "TIME_ZONE",
    description: "The time zone by whose clocks people work, by its IANA name.",
    type: "time zone",
    default: "UTC",
    schema: z.string().refine(isTimeZone, "must be the IANA name of a time zone such as Europe/Berlin"),
    stored: "atOnce",
  },
  workingCalendar: {
    name: "WORKING_CALENDAR",
    description: `When people work, and which days are free, such as \`${example}\`; without it every hour is working time.`,
    type: "JSON",
    default: null,
    schema: z.string().nullable().transform(readCalendar),
    stored: "atOnce",
  },
  reminderIntervalHours: {
    name: "REMINDER INTERVAL",
    description:
      "Hours after which a person whose answer a request waits for is reminded, and reminded again, while they work; 0 = nobody is reminded.",
    ...wholeNumber("hours", reminderIntervalHours, 0, 8_760),
    stored: "atOnce",
  },
} as const satisfies Record<string, SettingDefinition>;

function readCalendar(text: string | null, context: z.RefinementCtx): WorkingCalendar | null {
  if (text === null) return null;
  const read = calendar.safeParse(jsonIn(text));
  const problem = read.success ? calendarProblem(read.data) : `such as ${example}`;
  if (read.success && problem === undefined) return read.data;
  // Whoever tells of it ends the sentence.
  context.addIssue({ code: "custom", message: `must be a calendar in JSON: ${problem?.replace(/\.$/, "")}` });
  return z.NEVER;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
