import { expect, test } from "vitest";

import { newNameOf } from "./names-and-passwords.ts";
import { Secret } from "./secret.ts";

test("the deltas of a name give one new text", () => {
  expect(newNameOf([{ attr: "name", replace: ["ada"] }])).toBe("ada");
});

test.each([
  ["nothing", [{ attr: "name", replace: [] }], "The name can only be replaced, by one text."],
  ["a second value", [{ attr: "name", add: ["ada"] }], "The name can only be replaced, by one text."],
  ["two texts", [{ attr: "name", replace: ["ada", "eve"] }], "The name can only be replaced, by one text."],
  ["a number", [{ attr: "name", replace: [7] }], "The name can only be replaced, by one text."],
  ["a blank", [{ attr: "name", replace: [" "] }], "A name must not be empty."],
])("%s is no new name", (_what, deltas, message) => {
  expect(() => newNameOf(deltas)).toThrow(expect.objectContaining({ code: "invalidValue", message }));
});

test("a box says whether it is empty, and nothing else", () => {
  expect([new Secret("").isEmpty, new Secret(" ").isEmpty]).toEqual([true, false]);
});
