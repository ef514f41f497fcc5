import { expect, test } from "vitest";

import { isChangeWindow } from "./change-window.ts";

test.each([
  ["22:00-05:30", true],
  ["00:00-23:59", true],
  ["09:00-17:00", true],
  ["9:00-17:00", false],
  ["24:00-05:00", false],
  ["22:60-05:00", false],
  ["22:00-22:00", false],
  ["22:00", false],
  [" 22:00-05:30", false],
  ["", false],
])("'%s': %s", (text, isOne) => {
  expect(isChangeWindow(text)).toBe(isOne);
});
