import { expect, test } from "vitest";

import { shownValue } from "./setting-values.ts";
import { readSettings, SettingsError } from "./settings.ts";

function problemsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.problems;
  }
}

test("without a setting every hour is working time, by the clocks of UTC, and people are reminded each day", () => {
  expect(readSettings({})).toMatchObject({ timeZone: "UTC", workingCalendar: null, reminderIntervalHours: 24 });
});

test("without a setting nobody else is asked where somebody does not answer", () => {
  const none = { escalationTimeoutHours: 0, escalationPlugin: null, workingCalendars: {} };
  expect(readSettings({})).toMatchObject({ ...none, escalationLevels: 1, escalationMode: "join" });
});

test("calendars are read by their names", () => {
  const { workingCalendars } = readSettings({ WORKING_CALENDARS: '{"nights": {"week": {"monday": ["20:00-24:00"]}}}' });
  expect(workingCalendars).toEqual({ nights: { week: { monday: ["20:00-24:00"] }, holidays: [] } });
});

test("a calendar is read from JSON and shown as JSON", () => {
  const text =
    '{"week":{"monday":["08:00-12:00","13:00-17:00"]},"holidays":[{"date":"2030-12-25","name":"Christmas Day"}]}';
  const { workingCalendar } = readSettings({ WORKING_CALENDAR: text });
  expect(workingCalendar).toEqual(JSON.parse(text));
  expect(shownValue(workingCalendar)).toBe(text);
  expect(readSettings({ WORKING_CALENDAR: '{"week": {"monday": ["08:00-12:00"]}}' }).workingCalendar?.holidays).toEqual(
    [],
  );
});

test.each([
  ["TIME_ZONE", "+02:00", "must be the IANA name of a time zone such as Europe/Berlin."],
  ["REMINDER_INTERVAL", "9000", "must lie between 0 and 8760."],
  ["WORKING_CALENDAR", "monday to friday", 'must be a calendar in JSON: such as {"week": {"monday":'],
  [
    "WORKING_CALENDAR",
    '{"week": {"funday": ["08:00-12:00"]}}',
    'must be a calendar in JSON: such as {"week": {"monday":',
  ],
  ["WORKING_CALENDAR", '{"week": {}}', "must be a calendar in JSON: The calendar has no working hours."],
  ["WORKING_CALENDARS", "nights", 'must be calendars by their names in JSON: such as {"part-time":'],
  ["WORKING_CALENDARS", '{" ": {"week": {}}}', "must be calendars by their names in JSON: such as"],
  ["WORKING_CALENDARS", '{"nights": {"week": {}}}', "in JSON: 'nights': The calendar has no working hours."],
  ["WORKING_CALENDARS", '{"nights": {"days": {}}}', "in JSON: 'nights': such as"],
  ["ESCALATION_LEVELS", "0", "must lie between 1 and 10."],
  ["ESCALATION_MODE", "ask", "join"],
  ["WORKING_CALENDAR", '{"week": {"monday": ["9-5"]}}', "must be a calendar in JSON: monday: '9-5' must be hours"],
])("%s is not %s", (name, value, words) => {
  const problems = problemsOf({ [name]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${name}`));
  expect(problems[0]).toContain(words);
  expect(problems[0]).not.toContain("..");
});
