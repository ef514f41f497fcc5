import type { TimeZone } from "../calendar/time-zone.ts";
import { weekdays } from "../calendar/working-calendar.ts";
import { workingTime } from "../calendar/working-time.ts";

const hourMs = 3_600_000;
/** Span in which the hour comes even if the clocks leave out a whole day. */
const searchMs = 72 * hourMs;

const clockHour = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** Returns the next moment at which the clocks of a zone come to an hour. If they leave it out on a day, the day after counts. */
export function nextDigestAt(now: number, hour: number, zone: TimeZone): number {
  const hours = [`${clockHour(hour)}-${clockHour(hour + 1)}`];
  const time = workingTime({ week: Object.fromEntries(weekdays.map((day) => [day, hours])), holidays: [] }, zone);
  // Notices that come within the hour are for the next day: there is one digest a day.
  const from = time.isWorking(now) ? now + hourMs : now;
  return time.next(from, from + searchMs) ?? from + searchMs;
}
