import type { TimeZone } from "../calendar/time-zone.ts";
import { weekdays } from "../calendar/working-calendar.ts";
import { workingTime } from "../calendar/working-time.ts";

const hourMs = 3_600_000;
/** By then the hour has come, also where clocks leave out a whole day. */
const searchMs = 72 * hourMs;

const clockHour = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** When the clocks of a zone next come to an hour; on a day on which they leave it out they do so the day after. */
export function nextDigestAt(now: number, hour: number, zone: TimeZone): number {
  const hours = [`${clockHour(hour)}-${clockHour(hour + 1)}`];
  const time = workingTime({ week: Object.fromEntries(weekdays.map((day) => [day, hours])), holidays: [] }, zone);
  // What comes within the hour is for the next day: there is one digest a day.
  const from = time.isWorking(now) ? now + hourMs : now;
  return time.next(from, from + searchMs) ?? from + searchMs;
}
