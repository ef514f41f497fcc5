import { calendarHolidaysMax, calendarHoursMax, holidayNameMaxCharacters } from "../calendar-limits.ts";
import { dayMs, dayText } from "../query/calendar.ts";

/** Days of the week as calendars name them. */
export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** A day of the week. */
export type Weekday = (typeof weekdays)[number];

/** A day without work. */
export interface Holiday {
  /** Date as `YYYY-MM-DD`. */
  readonly date: string;
  readonly name: string;
}

/** Working hours and holidays, by the clocks of the time zone in which the calendar is used. */
export interface WorkingCalendar {
  /** Hours of each day of the week such as `08:00-12:00`, in their order; a day without any is free. `24:00` ends a day. */
  readonly week: { readonly [D in Weekday]?: readonly string[] };
  readonly holidays: readonly Holiday[];
}

/** Hours of work within a day, in milliseconds since midnight by the clock; the end does not belong to them. */
export interface Hours {
  readonly from: number;
  readonly to: number;
}

/** A calendar in which every hour is working time. */
export const everyHour: WorkingCalendar = {
  week: Object.fromEntries(weekdays.map((day): [Weekday, string[]] => [day, ["00:00-24:00"]])),
  holidays: [],
};

const hoursText = /^([01]\d|2[0-3]):([0-5]\d)-(?:([01]\d|2[0-3]):([0-5]\d)|(24):(00))$/;
const minuteMs = 60_000;

/** Returns the hours in a text such as `08:00-12:00`; undefined if it holds none. */
export function hoursOf(text: string): Hours | undefined {
  const digits = hoursText
    .exec(text)
    ?.slice(1)
    .filter((part) => part !== undefined);
  if (digits === undefined) return undefined;
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = digits.map(Number);
  const hours = { from: (fromHour * 60 + fromMinute) * minuteMs, to: (toHour * 60 + toMinute) * minuteMs };
  return hours.from < hours.to ? hours : undefined;
}

/** Returns the number of a day in the form `YYYY-MM-DD`, counted from 1970; undefined if there is no such day. */
export function dayNumberOf(date: string): number | undefined {
  const ms = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(ms) || dayText(ms) !== date ? undefined : ms / dayMs;
}

/** Returns the problem of a calendar in words with the way out; undefined if it can be used. */
export function calendarProblem({ week, holidays }: WorkingCalendar): string | undefined {
  for (const day of weekdays) {
    const problem = dayProblem(week[day] ?? []);
    if (problem !== undefined) return `${day}: ${problem}`;
  }
  if (weekdays.every((day) => (week[day] ?? []).length === 0))
    return "The calendar has no working hours. Give at least one day of the week some, such as 08:00-17:00.";
  return holidaysProblem(holidays);
}

function dayProblem(texts: readonly string[]): string | undefined {
  if (texts.length > calendarHoursMax)
    return `A day has at most ${calendarHoursMax} entries. Put some of them together.`;
  let ended = 0;
  for (const text of texts) {
    const hours = hoursOf(text);
    if (hours === undefined)
      return `'${text}' must be hours of one day such as 08:00-17:00, the end after the beginning.`;
    if (hours.from < ended)
      return `'${text}' begins before the entry in front of it has ended. Put them in order, or together.`;
    ended = hours.to;
  }
  return undefined;
}

function holidaysProblem(holidays: readonly Holiday[]): string | undefined {
  if (holidays.length > calendarHolidaysMax)
    return `A calendar has at most ${calendarHolidaysMax} holidays. Leave those out that are over.`;
  const dates = new Set<string>();
  for (const { date, name } of holidays) {
    if (dayNumberOf(date) === undefined) return `holidays: '${date}' must be a day such as 2030-01-31.`;
    if (name.trim() === "" || name.length > holidayNameMaxCharacters)
      return `holidays: ${date} needs a name of 1 to ${holidayNameMaxCharacters} characters.`;
    if (dates.has(date)) return `holidays: ${date} stands there twice. Leave one of them out.`;
    dates.add(date);
  }
  return undefined;
}
