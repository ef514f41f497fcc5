import { expect, test } from "vitest";

import { peopleWords } from "./people-words.ts";

test.each([
  [null, ""],
  [undefined, ""],
  [{ added: 0, changed: 0, enabled: 0, disabled: 0, problems: ["p"] }, ""],
  [{ added: 5, changed: 0, enabled: 1, disabled: 2, problems: [] }, "people: 5 added, 1 enabled, 2 disabled"],
])("%j is told as %j", (people, words) => {
  expect(peopleWords(people)).toBe(words);
});
