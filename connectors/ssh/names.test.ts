import { expect, test } from "vitest";

import { checkName } from "./names.ts";

test.each([
  ["4711", "is a number"],
  ["0", "is a number"],
  ["+1", "begins with"],
  ["-1", "begins with"],
  ["-x", "begins with"],
  ["~root", "begins with"],
  [" lead", "begins or ends with a blank"],
  ["lead ", "begins or ends with a blank"],
  ["lead\n", "begins or ends with a blank"],
  ["\u00a0lead", "begins or ends with a blank"],
  ["two words", "holds a"],
  ["a:b", "holds a"],
  ["a,b", "holds a"],
  ["a/b", "holds a"],
  ["a\nroot::0:0", "holds a"],
  ["a\u0085b", "holds a"],
  [".", "is a folder"],
  ["..", "is a folder"],
  ["", "is empty"],
])("%j is refused, for it %s", (name, fault) => {
  expect(() => checkName(name)).toThrow(
    expect.objectContaining({ code: "invalidValue", message: expect.stringContaining(fault) }),
  );
});

test.each([
  "ada",
  "4ada",
  "BOX$",
  "jane.doe",
  "first-last",
  "ada@example.org",
  "_apt",
  "12a",
  "1.5",
  "Müller",
  "x".repeat(40),
])("%j is left to the machine", (name) => {
  expect(() => checkName(name)).not.toThrow();
});
