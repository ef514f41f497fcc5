import { describe, expect, test } from "vitest";

import { timeZone } from "../calendar/time-zone.ts";
import { everyHour, weekdays } from "../calendar/working-calendar.ts";
import { workingTime } from "../calendar/working-time.ts";
import { hasMoments, type MomentState, requestMoments, type WaitedFor } from "./request-moments.ts";
import { RequestStatus } from "./request-status.ts";

const dayMs = 24 * 3_600_000;
const at = (text: string) => Date.parse(text);
const since = at("2026-03-27T14:00Z");
const week = Object.fromEntries(weekdays.slice(0, 5).map((day): [string, string[]] => [day, ["09:00-17:00"]]));

const ann: WaitedFor = {
  key: "ann",
  since,
  remindedAt: null,
  escalates: true,
  workingTime: workingTime(everyHour, timeZone("UTC")),
};
const bob: WaitedFor = {
  ...ann,
  key: "bob",
  workingTime: workingTime({ week, holidays: [] }, timeZone("Europe/Berlin")),
};
const inWords = (part: Partial<MomentState>) => {
  const times = {
    startAt: null,
    recipientStartsAt: null,
    expiresAt: since + 30 * dayMs,
    reminderIntervalMs: dayMs,
    now: since,
  };
  const silent = { escalationTimeoutMs: null };
  return requestMoments({ status: "W", waitsFor: [], ...times, ...silent, ...part }).map((moment) => {
    const who = "key" in moment ? ` of ${moment.key}` : "";
    return `${moment.kind}${who} ${new Date(moment.at).toISOString().slice(0, 16)}`;
  });
};

test("a request that waits for people or on hold expires, plug-ins are asked for people, a scheduled one starts, and no other is waited for", () => {
  const startAt = since + dayMs;
  const waitsFor = (status: RequestStatus) => (status === "W" ? [] : [ann]);
  const moments = Object.values(RequestStatus).map((status) => {
    return [status, ...inWords({ status, startAt, waitsFor: waitsFor(status) })];
  });
  const waiting = moments.filter(([, ...found]) => found.length > 0);
  expect(waiting).toEqual([
    ["A", "authorizers 2026-03-27T14:00"],
    ["W", "expiry 2026-04-26T14:00"],
    ["H", "expiry 2026-04-26T14:00"],
    ["S", "start 2026-03-28T14:00"],
  ]);
  expect(Object.values(RequestStatus).filter(hasMoments)).toEqual(waiting.map(([status]) => status));
});

test("a scheduled request whose start is not known starts at once", () => {
  expect(inWords({ status: "S" })).toEqual(["start 1970-01-01T00:00"]);
});

describe("somebody who has not answered", () => {
  test("is reminded once the interval is over, while they work", () => {
    expect(inWords({ waitsFor: [bob, ann] })).toEqual([
      "reminder of ann 2026-03-28T14:00",
      // Over a weekend on which the clocks go forward.
      "reminder of bob 2026-03-30T07:00",
      "expiry 2026-04-26T14:00",
    ]);
  });

  test("is reminded again an interval after the last time", () => {
    const remindedAt = at("2026-03-30T07:00Z");
    expect(inWords({ waitsFor: [{ ...bob, remindedAt }], now: remindedAt })[0]).toBe(
      "reminder of bob 2026-03-31T07:00",
    );
  });

  test("is reminded once, and while they work, where no hub was there for days", () => {
    const late = (now: string) => inWords({ waitsFor: [bob], now: at(now) })[0];
    expect(late("2026-04-01T10:30Z")).toBe("reminder of bob 2026-04-01T10:30");
    expect(late("2026-04-04T10:30Z")).toBe("reminder of bob 2026-04-06T07:00");
  });

  test("is not reminded of what has expired by then, or where nobody is", () => {
    expect(inWords({ waitsFor: [ann], expiresAt: since + dayMs })).toEqual(["expiry 2026-03-28T14:00"]);
    expect(inWords({ waitsFor: [ann], reminderIntervalMs: null })).toEqual(["expiry 2026-04-26T14:00"]);
  });
});

describe("another is asked in the place of somebody who has not answered", () => {
  const escalationTimeoutMs = 8 * 3_600_000;
  const escalations = (part: Partial<MomentState>) =>
    inWords({ escalationTimeoutMs, reminderIntervalMs: null, ...part }).filter((words) => words.startsWith("esc"));

  test("once that person has worked for the timeout, over a weekend on which the clocks go forward", () => {
    // Bob has 2 hours left on Friday, and the other 6 on Monday.
    expect(escalations({ waitsFor: [bob, ann] })).toEqual([
      "escalation of ann 2026-03-27T22:00",
      "escalation of bob 2026-03-30T13:00",
    ]);
  });

  test("not where nobody may be, where no timeout is set, nor after the request has expired", () => {
    expect(escalations({ waitsFor: [{ ...ann, escalates: false }] })).toEqual([]);
    expect(escalations({ waitsFor: [ann], escalationTimeoutMs: null })).toEqual([]);
    expect(escalations({ waitsFor: [ann], expiresAt: since + escalationTimeoutMs - 1 })).toEqual([]);
  });
});
