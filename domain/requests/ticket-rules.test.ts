import { expect, test } from "vitest";

import { effectsOf, opensTicket } from "./ticket-rules.ts";

test("what was done cancels nothing, and the first effect of each outcome is a note", () => {
  expect(effectsOf("done")).toEqual(["note", "completeTask", "endAccess"]);
  expect(effectsOf("rejected")).toEqual(["note", "cancel", "endAccess"]);
});

test.each([
  ["performing", "W", false],
  ["performing", "X", true],
  ["waiting", "W", true],
  ["waiting", "X", true],
  ["waiting", "D", false],
  ["performing", "C", false],
] as const)("a ticket that opens while %s opens in %s: %s", (opening, status, opens) => {
  expect(opensTicket(opening, status)).toBe(opens);
});
