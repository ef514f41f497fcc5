import { expect, test } from "vitest";

import { endOf, generalizedTimeMs } from "./times.ts";

test.each([
  ["116444736000000000", "1970-01-01T00:00:00.000Z"],
  ["134397438377073520", "2026-11-21T14:10:37.707Z"],
  ["0", undefined],
  ["9223372036854775807", undefined],
  ["9223372036854775806", undefined],
  ["never", undefined],
  [undefined, undefined],
])("the account whose accountExpires is %s ends at %s", (accountExpires, end) => {
  expect(endOf(accountExpires)).toBe(end);
});

test.each([
  ["20261121140930.0Z", Date.UTC(2026, 10, 21, 14, 9, 30)],
  ["20261121140930Z", Date.UTC(2026, 10, 21, 14, 9, 30)],
  ["2026-11-21", undefined],
  [undefined, undefined],
])("the generalized time %s", (text, expected) => {
  expect(generalizedTimeMs(text)).toBe(expected);
});
