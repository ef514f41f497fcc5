import { expect, test } from "vitest";

import { timeZone } from "../calendar/time-zone.ts";
import { nextDigestAt } from "./digest-time.ts";

test.each([
  ["later on the same day", "Europe/Berlin", 8, "2026-03-25T03:00Z", "2026-03-25T07:00Z"],
  ["on the next day", "Europe/Berlin", 8, "2026-03-25T09:00Z", "2026-03-26T07:00Z"],
  [
    "on the next day within the hour itself, for there is one a day",
    "Europe/Berlin",
    8,
    "2026-03-25T07:00Z",
    "2026-03-26T07:00Z",
  ],
  ["by the clocks of the zone", "America/New_York", 8, "2026-01-10T00:00Z", "2026-01-10T13:00Z"],
  ["at the last hour", "UTC", 23, "2026-01-10T00:00Z", "2026-01-10T23:00Z"],
  ["at midnight", "Europe/Berlin", 0, "2026-01-10T12:00Z", "2026-01-10T23:00Z"],
  ["by the new clocks after they were changed", "Europe/Berlin", 8, "2026-03-28T12:00Z", "2026-03-29T06:00Z"],
  ["a day later where the clocks leave the hour out", "Europe/Berlin", 2, "2026-03-28T12:00Z", "2026-03-30T00:00Z"],
  ["at the first of two equal hours", "Europe/Berlin", 2, "2026-10-24T12:00Z", "2026-10-25T00:00Z"],
  ["two days later where a day is left out", "Pacific/Apia", 8, "2011-12-29T20:00Z", "2011-12-30T18:00Z"],
])("a digest is sent %s", (_what, zone, hour, now, expected) => {
  const at = nextDigestAt(Date.parse(now), hour, timeZone(zone));
  expect(new Date(at).toISOString()).toBe(new Date(expected).toISOString());
});
