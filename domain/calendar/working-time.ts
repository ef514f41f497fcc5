import { ServiceError } from "../errors.ts";
import { dayMs } from "../query/calendar.ts";
import { type EvenStretch, evenStretches, type TimeZone } from "./time-zone.ts";
import {
  calendarProblem,
  dayNumberOf,
  type Hours,
  hoursOf,
  weekdays,
  type WorkingCalendar,
} from "./working-calendar.ts";

/**
 * Working time: the moments at which the clocks of a time zone show hours of a calendar. An hour that the clocks leave out does not count,
 * and one that they show twice counts twice. Every search ahead ends at a moment that the caller names.
 */
export interface WorkingTime {
  isWorking(moment: number): boolean;
  /** Returns the first working moment that is not before this one; undefined if there is none before `until`. */
  next(moment: number, until: number): number | undefined;
  /** Returns the first moment by which so much working time has passed since this one; undefined if it has not by `until`. */
  add(moment: number, ms: number, until: number): number | undefined;
}

/** A stretch from its beginning to its end, which does not belong to it. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * Makes the working time of a calendar in a time zone.
 * @throws CALENDAR_INVALID also for a calendar without any working hour
 */
export function workingTime(calendar: WorkingCalendar, zone: TimeZone): WorkingTime {
  const problem = calendarProblem(calendar);
  if (problem !== undefined) throw new ServiceError("CALENDAR_INVALID", { message: problem });
  const hoursOn = hoursByDay(calendar);

  function* stretches(from: number, until: number): Generator<Stretch> {
    for (let begin = from; begin < until; begin += dayMs) {
      const end = Math.min(begin + dayMs, until);
      for (const even of evenStretches(zone, begin, end)) yield* workingIn(even, hoursOn);
    }
  }

  return {
    isWorking(moment) {
      const local = moment + zone.offsetMs(moment);
      const day = Math.floor(local / dayMs);
      return hoursOn(day).some(({ from, to }) => local >= day * dayMs + from && local < day * dayMs + to);
    },
    next(moment, until) {
      const [first] = stretches(moment, until);
      return first?.from;
    },
    add(moment, ms, until) {
      if (ms <= 0) return moment;
      let left = ms;
      for (const { from, to } of stretches(moment, until)) {
        if (left <= to - from) return from + left;
        left -= to - from;
      }
      return undefined;
    },
  };
}

/** Returns the hours of a day by its number, which counts from a Thursday. */
function hoursByDay({ week, holidays }: WorkingCalendar): (day: number) => readonly Hours[] {
  const none: readonly Hours[] = [];
  const free = new Set(holidays.map(({ date }) => dayNumberOf(date)));
  const byWeekday = weekdays.map((day) => (week[day] ?? []).flatMap((text) => hoursOf(text) ?? []));
  const thursday = weekdays.indexOf("thursday");
  const count = weekdays.length;
  return (day) => (free.has(day) ? none : (byWeekday[(((day + thursday) % count) + count) % count] ?? none));
}

/** Yields the working time of a stretch without a change of the clocks, in order. */
function* workingIn(
  { from, to, offsetMs }: EvenStretch,
  hoursOn: (day: number) => readonly Hours[],
): Generator<Stretch> {
  for (let day = Math.floor((from + offsetMs) / dayMs); day * dayMs < to + offsetMs; day += 1) {
    const midnight = day * dayMs - offsetMs;
    for (const hours of hoursOn(day)) {
      const stretch = { from: Math.max(from, midnight + hours.from), to: Math.min(to, midnight + hours.to) };
      if (stretch.from < stretch.to) yield stretch;
    }
  }
}
