import { type CalendarChoice, workingTimes } from "#domain/calendar/calendar-choice.ts";
import { everyHour } from "#domain/calendar/working-calendar.ts";
import type { WorkingTime } from "#domain/calendar/working-time.ts";
import type { Settings } from "#platform/settings/settings.ts";

type CalendarSettings = Pick<Settings, "timeZone" | "workingCalendar" | "workingCalendars">;
type WorkingTimeOf = (choice: CalendarChoice) => WorkingTime;

let known: (CalendarSettings & { readonly timeOf: WorkingTimeOf }) | undefined;

/**
 * Returns the working time of a user, by their own time zone and calendar or those of the installation. It is cached until the settings
 * change.
 */
export function workingTimeOf(
  { timeZone, workingCalendar, workingCalendars }: CalendarSettings,
  choice: CalendarChoice,
): WorkingTime {
  // Stored settings are read into new objects.
  const isSame =
    known?.timeZone === timeZone &&
    known.workingCalendar === workingCalendar &&
    known.workingCalendars === workingCalendars;
  if (known === undefined || !isSame) {
    const timeOf = workingTimes({ timeZone, calendar: workingCalendar ?? everyHour, named: workingCalendars });
    known = { timeZone, workingCalendar, workingCalendars, timeOf };
  }
  return known.timeOf(choice);
}
