import { timeZone } from "#domain/calendar/time-zone.ts";
import { everyHour, type WorkingCalendar } from "#domain/calendar/working-calendar.ts";
import { type WorkingTime, workingTime } from "#domain/calendar/working-time.ts";
import type { Settings } from "#platform/settings/settings.ts";

// A stored calendar is read into a new object, so nothing here outlives the settings of which it is made.
const made = new WeakMap<WorkingCalendar, Map<string, WorkingTime>>();

/** The working time of the installation, made once for each of its settings. */
export function workingTimeOf(settings: Pick<Settings, "timeZone" | "workingCalendar">): WorkingTime {
  const calendar = settings.workingCalendar ?? everyHour;
  const byZone = made.get(calendar) ?? new Map<string, WorkingTime>();
  made.set(calendar, byZone);
  const known = byZone.get(settings.timeZone) ?? workingTime(calendar, timeZone(settings.timeZone));
  byZone.set(settings.timeZone, known);
  return known;
}
