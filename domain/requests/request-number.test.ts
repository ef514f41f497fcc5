import { expect, test } from "vitest";

import { isRequestNumber, requestDay, requestNumber } from "./request-number.ts";

test.each([
  ["2026-11-21T00:00:00.000Z", 1, "20261121-1"],
  ["2026-11-21T23:59:59.999Z", 1200, "20261121-1200"],
  ["2026-01-02T03:04:05.006Z", 7, "20260102-7"],
  ["2026-01-02T03:04:05.006Z", 1_767_323_045_007, "20260102-1767323045007"],
])("the request of %s with the count %i has the number %s", (time, count, number) => {
  expect(requestNumber(Date.parse(time), count)).toBe(number);
  expect(isRequestNumber(number)).toBe(true);
});

test("a new day begins at midnight UTC", () => {
  expect(requestDay(Date.parse("2026-11-21T23:30:00-02:00"))).toBe("20261122");
});

test.each(["", "20261121", "20261121-0", "20261121-01", "2026-11-21-1", "20261121-1 "])(
  "%j is no request number",
  (text) => {
    expect(isRequestNumber(text)).toBe(false);
  },
);
