import { expect, it } from "vitest";

import { enteredMoment, momentOf } from "./moment-value.ts";

it("shows a moment as it was entered", () => {
  const typed = "2030-06-01T08:30";
  expect(enteredMoment(momentOf(typed) ?? "")).toBe(typed);
  expect(momentOf("")).toBe(null);
  expect(enteredMoment("")).toBe("");
});
