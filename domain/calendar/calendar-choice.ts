import { isTimeZone, timeZone } from "./time-zone.ts";
import type { WorkingCalendar } from "./working-calendar.ts";
import { type WorkingTime, workingTime } from "./working-time.ts";

/** Names of a time zone and of a calendar; null for none. */
export interface CalendarChoice {
  readonly timeZone: string | null;
  readonly calendar: string | null;
}

/** Calendars of an installation, and its defaults for users whose choice is empty or no longer exists. */
export interface InstallationCalendars {
  readonly timeZone: string;
  readonly calendar: WorkingCalendar;
  readonly named: Readonly<Record<string, WorkingCalendar>>;
}

/**
 * Makes the lookup of people's working times: by their own time zone and calendar, otherwise by those of the installation. Each working
 * time is made once.
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
