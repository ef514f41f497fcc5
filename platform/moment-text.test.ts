import { expect, it } from "vitest";

import { momentText } from "./moment-text.ts";

const dayMs = 86_400_000;

it("writes a moment as Date does, in every year and at the ends of a day", () => {
  const days = [0, -1, 1, 19_000, -719_529, 2_932_897, -100_000_000, 99_999_999];
  const times = [0, 1, 999, 1000, 59_999, 60_000, 3_599_999, 3_600_000, 43_210_123, dayMs - 1];
  const moments = days.flatMap((day) => times.map((time) => day * dayMs + time));
  expect(moments.map(momentText)).toEqual(moments.map((ms) => new Date(ms).toISOString()));
});

it("takes a fraction of a millisecond as Date does", () => {
  expect(momentText(1_700_000_000_000.75)).toBe(new Date(1_700_000_000_000.75).toISOString());
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, 8_640_000_000_000_001])("refuses %d", (ms) => {
  expect(() => momentText(ms)).toThrow(RangeError);
});
