import { expect, test } from "vitest";

import { hasMoreRights } from "./more-rights.ts";

const desk = { superuser: false, classes: ["_ALLUSERS_", "_HELP_DESK_"] };
const powerful = new Set(["_HELP_DESK_", "OPERATORS", "_ALLUSERS_", "_EXPLICIT_REST_API_USERS_", "BORROWERS"]);

test.each<[string, object, boolean]>([
  ["somebody", {}, false],
  ["a superuser", { superuser: true }, true],
  ["the boss of the boss", { key: "boss" }, true],
  ["an operator whom a policy names", { classes: ["_ALLUSERS_", "OPERATORS"] }, true],
  ["somebody who signs in to the API", { classes: ["_ALLUSERS_", "_EXPLICIT_REST_API_USERS_"] }, false],
  ["a member of a class that no policy names", { classes: ["_ALLUSERS_", "SALES"] }, false],
  ["another member of the help desk", { classes: ["_ALLUSERS_", "_HELP_DESK_"] }, false],
])("%s has more rights than a member of the help desk", (_, facts, more) => {
  const person = { key: "anna", superuser: false, classes: ["_ALLUSERS_"], ...facts };
  const helped = { person, above: new Set(["manager", "boss"]), powerful };
  expect(hasMoreRights({ ...helped, helper: desk })).toBe(more);
  expect(hasMoreRights({ ...helped, helper: { superuser: true, classes: [] } })).toBe(false);
});
