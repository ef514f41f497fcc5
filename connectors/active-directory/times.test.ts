import { expect, test } from "vitest";

import {
  fileTimeToIso,
  generalizedTimeMs,
  generalizedTimeToIso,
  isoToFileTime,
  isoToGeneralizedTime,
} from "./times.ts";

test.each([
  ["116444736000000000", "1970-01-01T00:00:00.000Z"],
  ["134397438377073520", "2026-11-21T14:10:37.707Z"],
  ["0", undefined],
  ["9223372036854775807", undefined],
  ["9223372036854775806", undefined],
  ["never", undefined],
  [undefined, undefined],
])("the file time %s is %s", (fileTime, iso) => {
  expect(fileTimeToIso(fileTime)).toBe(iso);
});

test.each([
  ["1970-01-01", "116444736000000000"],
  ["2026-11-21T14:10:37.707Z", "134397438377070000"],
  ["2026-11-21T15:10:37.707+01:00", "134397438377070000"],
  ["0", undefined],
  ["-1", undefined],
  ["134397438377070000", undefined],
  ["2026-13-41", undefined],
  ["tomorrow", undefined],
])("the moment %s is the file time %s", (iso, fileTime) => {
  expect(isoToFileTime(iso)).toBe(fileTime);
  if (fileTime !== undefined) expect(fileTimeToIso(fileTime)).toBe(new Date(iso).toISOString());
});

test("a generalized time is read as ISO 8601, written back, and left alone where it is none", () => {
  expect(generalizedTimeToIso("20261121140930.0Z")).toBe("2026-11-21T14:09:30.000Z");
  expect(isoToGeneralizedTime("2026-11-21T14:09:30.000Z")).toBe("20261121140930.0Z");
  expect([generalizedTimeToIso("soon"), isoToGeneralizedTime("20261121140930.0Z")]).toEqual(["soon", undefined]);
});

test.each([
  ["20261121140930.0Z", Date.UTC(2026, 10, 21, 14, 9, 30)],
  ["20261121140930Z", Date.UTC(2026, 10, 21, 14, 9, 30)],
  ["2026-11-21", undefined],
  [undefined, undefined],
])("the generalized time %s", (text, expected) => {
  expect(generalizedTimeMs(text)).toBe(expected);
});
