import { expect, test } from "vitest";

import { recordedStart, startOf } from "./request-start.ts";

test("a request waits for the later of its own start and that of its recipient", () => {
  expect(startOf({ startAt: null, recipientStartsAt: null })).toBe(0);
  expect(startOf({ startAt: 5, recipientStartsAt: null })).toBe(5);
  expect(startOf({ startAt: 5, recipientStartsAt: 9 })).toBe(9);
  expect(startOf({ startAt: 9, recipientStartsAt: 5 })).toBe(9);
});

test("a start is recorded while it lies ahead, and follows the recipient", () => {
  expect(recordedStart(null, null, 10)).toBeNull();
  expect(recordedStart(null, 10, 10)).toBeNull();
  expect(recordedStart(null, 11, 10)).toBe(11);
  expect(recordedStart(20, 30, 10)).toBe(30);
  // Moved to the past or dropped: nothing is left to wait for.
  expect([recordedStart(20, 5, 10), recordedStart(20, null, 10)]).toEqual([null, null]);
  // Come as planned: the record stays as it is.
  expect(recordedStart(10, 10, 10)).toBe(10);
});
