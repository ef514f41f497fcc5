import { isTimeZone, timeZone } from "./time-zone.ts";
import type { WorkingCalendar } from "./working-calendar.ts";
import { type WorkingTime, workingTime } from "./working-time.ts";

/** The names of a time zone and of a calendar; null where there is none. */
export interface CalendarChoice {
  readonly timeZone: string | null;
  readonly calendar: string | null;
}

/** The calendars of an installation, and what holds for those who have chosen nothing, or what is no more. */
export interface InstallationCalendars {
  readonly timeZone: string;
  readonly calendar: WorkingCalendar;
  readonly named: Readonly<Record<string, WorkingCalendar>>;
}

/**
 * The working time of people: by their own time zone and calendar, otherwise by those of the installation. Each is made once.
 * @throws TIME_ZONE_UNKNOWN, CALENDAR_INVALID
 */
export function workingTimes(installation: InstallationCalendars): (choice: CalendarChoice) => WorkingTime {
  const made = new Map<string, WorkingTime>();
  return ({ timeZone: zoneName, calendar: calendarName }) => {
    const zone = zoneName !== null && isTimeZone(zoneName) ? zoneName : installation.timeZone;
    const own = calendarName !== null && Object.hasOwn(installation.named, calendarName);
    const id = `${zone} ${own ? calendarName : ""}`;
    const known = made.get(id);
    if (known !== undefined) return known;
    const calendar = (own ? installation.named[calendarName] : undefined) ?? installation.calendar;
    const time = workingTime(calendar, timeZone(zone));
    made.set(id, time);
    return time;
  };
}
