import { expect, test } from "vitest";

import { isCron } from "./cron.ts";

test.each(["0 2 * * *", "*/15 * * * *", "0 0,12 1-15 * 1-5", "59 23 31 12 7", "10-50/5 * * * *"])(
  "%j is a time",
  (text) => {
    expect(isCron(text)).toBe(true);
  },
);

test.each([
  "",
  "daily",
  "0 2 * *",
  "0 2 * * * *",
  "60 * * * *",
  "* 24 * * *",
  "* * 0 * *",
  "* * * 13 *",
  "* * * * 8",
  "5-1 * * * *",
  "*/0 * * * *",
  "@daily",
  "1,,2 * * * *",
])("%j is none", (text) => {
  expect(isCron(text)).toBe(false);
});
