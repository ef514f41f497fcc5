import { describe, expect, test } from "vitest";

import { createRandom } from "../random.fixture.ts";
import { timeZone } from "./time-zone.ts";
import { everyHour, hoursOf, weekdays, type WorkingCalendar } from "./working-calendar.ts";
import { workingTime } from "./working-time.ts";

const hourMs = 3_600_000;
const minuteMs = 60_000;
const dayMs = 24 * hourMs;
const berlin = timeZone("Europe/Berlin");
const office: WorkingCalendar = {
  week: Object.fromEntries(weekdays.slice(0, 5).map((day): [string, string[]] => [day, ["09:00-17:00"]])),
  holidays: [
    { date: "2026-04-03", name: "Good Friday" },
    { date: "2026-04-06", name: "Easter Monday" },
  ],
};
const at = (text: string) => Date.parse(text);
const text = (moment: number | undefined) => moment && new Date(moment).toISOString().replace(":00.000Z", "Z");
const far = at("2030-01-01T00:00Z");
const inOffice = workingTime(office, berlin);
const add = (from: string, hours: number) => text(inOffice.add(at(from), hours * hourMs, far));
const next = (from: string) => text(inOffice.next(at(from), far));

test.each([
  ["within a day", "2026-03-25T08:30Z", 4, "2026-03-25T12:30Z"],
  ["to the very end of a day", "2026-03-25T08:00Z", 8, "2026-03-25T16:00Z"],
  ["over a night", "2026-03-25T15:00Z", 2, "2026-03-26T09:00Z"],
  ["from before the day begins", "2026-03-25T01:00Z", 1, "2026-03-25T09:00Z"],
  ["over a weekend on which the clocks go forward", "2026-03-27T15:00Z", 8, "2026-03-30T14:00Z"],
  ["over a weekend on which the clocks go back", "2026-10-23T14:00Z", 8, "2026-10-26T15:00Z"],
  ["over holidays around a weekend", "2026-04-02T14:00Z", 8, "2026-04-07T14:00Z"],
  ["from a Sunday", "2026-03-22T12:00Z", 16, "2026-03-24T16:00Z"],
  ["of nothing", "2026-03-22T12:00Z", 0, "2026-03-22T12:00Z"],
])("working time is added %s", (_what, from, hours, expected) => {
  expect(add(from, hours)).toBe(expected);
});

test.each([
  ["is the moment itself where it is one", "2026-03-25T12:00Z", "2026-03-25T12:00Z"],
  ["is the beginning of the same day", "2026-03-25T03:00Z", "2026-03-25T08:00Z"],
  ["at the end of a day is that of the next", "2026-03-25T16:00Z", "2026-03-26T08:00Z"],
  ["over a weekend with another offset", "2026-03-27T16:00Z", "2026-03-30T07:00Z"],
  ["over holidays", "2026-04-03T08:00Z", "2026-04-07T07:00Z"],
])("the next working moment %s", (_what, from, expected) => {
  expect(next(from)).toBe(expected);
});

test("a day begins with its first moment and ends before its last", () => {
  const begin = at("2026-03-25T08:00Z");
  const isWorking = [begin - 1, begin, begin + 8 * hourMs - 1, begin + 8 * hourMs].map(inOffice.isWorking);
  expect(isWorking).toEqual([false, true, true, false]);
  expect(inOffice.isWorking(at("2026-04-06T10:00Z"))).toBe(false);
});

test("a look ahead ends where the caller says", () => {
  const friday = at("2026-03-27T16:00Z");
  const monday = at("2026-03-30T07:00Z");
  expect([inOffice.next(friday, monday), inOffice.next(friday, monday + 1)]).toEqual([undefined, monday]);
  expect([inOffice.add(friday, hourMs, monday + hourMs - 1), inOffice.add(friday, hourMs, monday + hourMs)]).toEqual([
    undefined,
    monday + hourMs,
  ]);
});

describe("when the clocks change", () => {
  const sundays = (hours: string) => workingTime({ week: { sunday: [hours] }, holidays: [] }, berlin);
  /** Working time of a span, an hour counted by quarters. */
  const quarters = (hours: string, day: string) => {
    const time = sundays(hours);
    const begin = at(`${day}T00:00Z`) - 2 * hourMs;
    return Array.from({ length: 26 * 4 }, (_, n) => begin + (n * hourMs) / 4)
      .filter(time.isWorking)
      .map(text);
  };
  const forward = "2026-03-29";
  const back = "2026-10-25";

  test("hours that the clocks leave out are none, and the next ones are those of a week later", () => {
    const time = sundays("02:00-03:00");
    expect(quarters("02:00-03:00", forward)).toEqual([]);
    expect(text(time.next(at("2026-03-28T12:00Z"), far))).toBe("2026-04-05T00:00Z");
  });

  test("hours of which the clocks leave out a part begin behind it", () => {
    const time = sundays("02:30-04:00");
    expect(text(time.next(at("2026-03-28T12:00Z"), far))).toBe("2026-03-29T01:00Z");
    expect(text(time.add(at("2026-03-28T12:00Z"), hourMs, far))).toBe("2026-03-29T02:00Z");
  });

  test("hours that the clocks show twice count twice", () => {
    const time = sundays("01:00-02:30");
    expect(text(time.add(at("2026-10-24T12:00Z"), 1.5 * hourMs, far))).toBe("2026-10-25T00:30Z");
    expect(text(time.next(at("2026-10-25T00:30Z"), far))).toBe("2026-10-25T01:00Z");
    expect(text(time.add(at("2026-10-24T12:00Z"), 2 * hourMs, far))).toBe("2026-10-25T01:30Z");
  });

  test("a night has an hour less, or one more", () => {
    expect([quarters("00:00-06:00", forward).length, quarters("00:00-06:00", back).length]).toEqual([5 * 4, 7 * 4]);
  });

  test("a day that the clocks leave out has no hours", () => {
    const samoa = workingTime({ week: { friday: ["00:00-24:00"] }, holidays: [] }, timeZone("Pacific/Apia"));
    // The 30th of December 2011, a Friday, did not exist there.
    expect(text(samoa.next(at("2011-12-29T12:00Z"), far))).toBe("2012-01-05T10:00Z");
  });
});

test("without free hours working time is time", () => {
  const always = workingTime(everyHour, timeZone("UTC"));
  const now = at("2026-03-29T00:59:59.999Z");
  expect([always.isWorking(now), always.next(now, far), always.add(now, dayMs, far)]).toEqual([true, now, now + dayMs]);
});

test("a calendar without any working hour is refused in words", () => {
  const empty = { week: { monday: [] }, holidays: [] };
  expect(() => workingTime(empty, berlin)).toThrow(
    expect.objectContaining({ code: "CALENDAR_INVALID", message: expect.stringContaining("no working hours") }),
  );
});

describe("of any calendar in any time zone", () => {
  const zones = [
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "America/St_Johns",
    "Asia/Kathmandu",
    "UTC",
  ];
  // Days on which clocks change somewhere, by an hour, half an hour, at midnight or a minute after it.
  const days = [
    "2026-03-08",
    "2026-03-29",
    "2026-10-25",
    "2026-11-01",
    "2026-04-05",
    "2026-10-04",
    "2011-11-06",
    "2011-03-13",
  ];
  const spans = [
    "00:00-24:00",
    "00:00-00:30",
    "01:15-02:45",
    "02:00-03:00",
    "09:00-12:00",
    "13:00-17:30",
    "23:30-24:00",
  ];
  const random = createRandom(13);

  /** Returns the readings of the clocks in the words of the platform's library. */
  function shownBy(zone: string): (moment: number) => { day: string; date: string; ms: number } {
    const options = { timeZone: zone, calendar: "iso8601", hourCycle: "h23" } as const;
    const parts = {
      weekday: "long",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    } as const;
    const format = new Intl.DateTimeFormat("en-US", { ...options, ...parts });
    return (moment) => {
      const shown = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
      const { weekday = "", year, month, day, hour, minute } = shown;
      const ms = (Number(hour) * 60 + Number(minute)) * minuteMs;
      return { day: weekday.toLowerCase(), date: `${year}-${month}-${day}`, ms };
    };
  }

  function anyCalendar(around: string): WorkingCalendar {
    const week = Object.fromEntries(
      weekdays.map((day) => [day, spans.filter((_, index) => index > 0 && index !== 3 && random.below(3) === 0)]),
    );
    week[random.pick(weekdays)] = [random.pick(spans)];
    return { week, holidays: random.below(3) === 0 ? [{ date: around, name: "free" }] : [] };
  }

  test.each(Array.from({ length: 12 }, (_, index) => index))("working time is what the clocks show (%i)", (index) => {
    const zone = zones[index % zones.length] ?? "UTC";
    const around = random.pick(days);
    const calendar = anyCalendar(around);
    const time = workingTime(calendar, timeZone(zone));
    const shown = shownBy(zone);
    const isFree = new Set(calendar.holidays.map(({ date }) => date));
    const works = (moment: number) => {
      const { day, date, ms } = shown(moment);
      const hours = (calendar.week[day as (typeof weekdays)[number]] ?? []).map(hoursOf);
      return !isFree.has(date) && hours.some((span) => span !== undefined && ms >= span.from && ms < span.to);
    };
    const begin = at(`${around}T00:00Z`) - dayMs - random.below(24) * hourMs;
    const minutes = Array.from({ length: 3 * 24 * 60 }, (_, n) => begin + n * minuteMs);
    const until = begin + minutes.length * minuteMs;
    const working = minutes.filter(works);
    expect(minutes.filter(time.isWorking)).toEqual(working);
    for (let turn = 0; turn < 10; turn += 1) {
      const from = random.pick(minutes);
      const ahead = working.filter((minute) => minute >= from);
      expect(time.next(from, until)).toBe(ahead[0]);
      const count = 1 + random.below(600);
      const last = ahead[count - 1];
      expect(time.add(from, count * minuteMs, until)).toBe(last === undefined ? undefined : last + minuteMs);
    }
  });
});
