import { expect, test } from "vitest";

import { timeZone } from "../calendar/time-zone.ts";
import { isChangeWindow, isInChangeWindow } from "./change-window.ts";

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

test.each([
  [null, "2026-06-01T12:00Z", true],
  ["22:00-05:30", "2026-06-01T19:59:59Z", false],
  ["22:00-05:30", "2026-06-01T20:00Z", true],
  ["22:00-05:30", "2026-06-02T03:29:59Z", true],
  ["22:00-05:30", "2026-06-02T03:30Z", false],
  ["22:00-05:30", "2026-12-01T20:30Z", false],
  ["22:00-05:30", "2026-12-01T21:00Z", true],
  ["01:00-02:00", "2026-06-01T23:30Z", true],
  ["01:00-02:00", "2026-06-02T00:00Z", false],
])("%s in Berlin is open at %s: %s", (window, moment, isOpen) => {
  expect(isInChangeWindow(window, timeZone("Europe/Berlin"), Date.parse(moment))).toBe(isOpen);
});
