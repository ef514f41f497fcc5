import { expect, it } from "vitest";

import { takeFlags } from "./setting-flags.ts";
import { readSettings } from "./settings.ts";

it("goes before the environment, also in the processes that inherit it, under either spelling of the name", () => {
  const environment: Record<string, string | undefined> = { LOCKOUT_DURATION: "1", MAX_USERAUTH_FAILURE: "9" };
  takeFlags(["LOCKOUT_DURATION=2", "MAX USERAUTH FAILURE=3"], environment);
  takeFlags(["REQUEST_LIFE_DAYS=4"], environment);
  expect(readSettings({ ...environment })).toMatchObject({
    lockoutDurationMinutes: 2,
    userAuthFailuresMax: 3,
    requestLifeDays: 4,
    origins: { lockoutDurationMinutes: "flag", userAuthFailuresMax: "flag", requestLifeDays: "flag" },
  });
});

it.each([
  ["LOCKOUT_DURATIONS=2", "There is no setting 'LOCKOUT_DURATIONS'. Was 'LOCKOUT_DURATION' meant?"],
  ["LOCKOUT_DURATION", "--setting LOCKOUT_DURATION: must be NAME=VALUE."],
  ["LOCKOUT_DURATION= ", "--setting LOCKOUT_DURATION= : must be NAME=VALUE."],
])("%s is refused in words", (flag, words) => {
  expect(() => takeFlags([flag], {})).toThrow(words);
});
