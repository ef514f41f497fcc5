import { z } from "zod";

import {
  calendarNameMaxCharacters,
  escalationLevels,
  escalationLevelsMax,
  reminderIntervalHours,
} from "#domain/calendar-limits.ts";
import { isTimeZone } from "#domain/calendar/time-zone.ts";
import { calendarProblem, weekdays, type WorkingCalendar } from "#domain/calendar/working-calendar.ts";
import { escalationModes } from "#domain/requests/escalation.ts";

import type { SettingDefinition } from "./setting-definition.ts";
import { wholeNumber } from "./setting-schemas.ts";

const calendar = z.strictObject({
  week: z.partialRecord(z.enum(weekdays), z.array(z.string())),
  holidays: z.array(z.strictObject({ date: z.string(), name: z.string() })).default([]),
});
const example =
  '{"week": {"monday": ["08:00-12:00", "13:00-17:00"]}, "holidays": [{"date": "2030-12-25", "name": "Christmas Day"}]}';

const calendars = z.record(z.string().trim().min(1).max(calendarNameMaxCharacters), z.unknown());
const namedExample = '{"part-time": {"week": {"monday": ["08:00-12:00"]}, "holidays": []}}';

/** Settings of working hours, of reminders for pending approvals, and of escalation. */
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
    description: `Working hours and holidays, such as \`${example}\`; without it every hour is working time.`,
    type: "JSON",
    default: null,
    schema: z.string().nullable().transform(readCalendar),
    stored: "atOnce",
  },
  workingCalendars: {
    name: "WORKING_CALENDARS",
    description: `Further calendars by names, such as \`${namedExample}\`; \`calendar\` of a user names the one by which this person works.`,
    type: "JSON",
    default: "{}",
    schema: z.string().transform(readCalendars),
    stored: "atOnce",
  },
  reminderIntervalHours: {
    name: "REMINDER INTERVAL",
    description:
      "Hours after which a person whose answer a request waits for is reminded, and reminded again, while they work; 0 = nobody is reminded.",
    ...wholeNumber("hours", reminderIntervalHours, 0, 8_760),
    stored: "atOnce",
  },
  escalationTimeoutHours: {
    name: "ESCALATION TIMEOUT",
    description:
      "Hours of a person's working time after which somebody above them is asked because they have not answered; 0 = nobody is.",
    ...wholeNumber("hours", 0, 0, 8_760),
    stored: "atOnce",
  },
  escalationPlugin: {
    name: "ESCALATION PLUGIN",
    description:
      "The plug-in of the kind escalation that names who is asked because somebody has not answered; without it the manager is.",
    type: "name",
    default: null,
    schema: z.string().nullable(),
    stored: "atOnce",
  },
  escalationLevels: {
    name: "ESCALATION LEVELS",
    description: "Levels of managers to which a phase without decisions is escalated, one after the other.",
    ...wholeNumber("levels", escalationLevels, 1, escalationLevelsMax),
    stored: "atOnce",
  },
  escalationMode: {
    name: "ESCALATION MODE",
    description: "Escalation mode. join: the manager can also approve; replace: the manager approves instead.",
    type: escalationModes.join(" or "),
    default: "join",
    schema: z.enum(escalationModes),
    stored: "atOnce",
  },
} as const satisfies Record<string, SettingDefinition>;

function readCalendar(text: string | null, context: z.RefinementCtx): WorkingCalendar | null {
  if (text === null) return null;
  const read = calendarIn(jsonIn(text));
  if (typeof read === "object") return read;
  context.addIssue({ code: "custom", message: `must be a calendar in JSON: ${read}` });
  return z.NEVER;
}

function readCalendars(text: string, context: z.RefinementCtx): Readonly<Record<string, WorkingCalendar>> {
  const named = calendars.safeParse(jsonIn(text));
  const refuse = (words: string) => {
    context.addIssue({ code: "custom", message: `must be calendars by their names in JSON: ${words}` });
    return z.NEVER;
  };
  if (!named.success) return refuse(`such as ${namedExample}`);
  const read: Record<string, WorkingCalendar> = {};
  for (const [name, value] of Object.entries(named.data)) {
    const one = calendarIn(value);
    if (typeof one === "string") return refuse(`'${name}': ${one}`);
    read[name] = one;
  }
  return read;
}

/** Returns a calendar, or what is wrong with it, without the end of the sentence. */
function calendarIn(value: unknown): WorkingCalendar | string {
  const read = calendar.safeParse(value);
  if (!read.success) return `such as ${example}`;
  return calendarProblem(read.data)?.replace(/\.$/, "") ?? read.data;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
