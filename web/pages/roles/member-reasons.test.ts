import { expect, it } from "vitest";

import { reasonWords } from "./member-reasons.ts";

const words = (reasons: readonly ("request" | "named" | "excluded")[], isChosen: boolean) =>
  reasonWords(
    reasons.map((because) => ({ because, until: null })),
    isChosen,
    (key) => key.replace("role.because.", ""),
  );

it.each([
  [["request"], true, "request"],
  [["named", "request"], false, "request, named"],
  [[], true, "condition"],
  [[], false, "ending"],
  [["excluded", "named"], true, "excludedYet"],
] as const)("tells of %j, with a condition %s, that it is %s", (reasons, isChosen, told) => {
  expect(words(reasons, isChosen)).toBe(told);
});
