import { expect, test } from "vitest";

import { profileTime } from "./profile-times.ts";

test.each(["tomorrow", "31.01.2030", "2030-13-45", "2030-01-31T08:00", "203001310800", "123", "-1"])(
  "%s is no time",
  (text) => expect(profileTime("startsAt", text)).toBeUndefined(),
);

test.each([
  ["", null],
  ["  ", null],
  ["0", null],
  ["9223372036854775807", null],
  ["2030-01-31", Date.UTC(2030, 0, 31)],
  ["2030-01-31T08:00:00Z", Date.UTC(2030, 0, 31, 8)],
  ["2030-01-31T09:00:00+01:00", Date.UTC(2030, 0, 31, 8)],
  ["20300131080000Z", Date.UTC(2030, 0, 31, 8)],
  ["20300131080000.0Z", Date.UTC(2030, 0, 31, 8)],
  ["116444736000000000", 0],
  ["135485568000000000", Date.UTC(2030, 4, 4)],
])("%s names a start", (text, time) => expect(profileTime("startsAt", text)).toBe(time));

test("a day that is an end counts to its end", () => {
  expect(profileTime("endsAt", "2030-01-31")).toBe(Date.UTC(2030, 1, 1));
});
