import { expect, test } from "vitest";

import { isSameName, newNameOf, requireLogin } from "./names-and-passwords.ts";
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

test.each([
  ["jane", "jane", true, true],
  ["M\u00fcller", "Mu\u0308ller", true, true],
  ["Jane", "jANE", false, true],
  ["Jane", "jANE", true, false],
  ["jane", "janet", false, false],
  ["jane", "root-admin", false, false],
])("%s and %s, case counts: %s, are one name: %s", (one, other, caseExact, same) => {
  expect(isSameName(one, other, caseExact)).toBe(same);
});

test("a box says whether it is empty, and nothing else", () => {
  expect([new Secret("").isEmpty, new Secret(" ").isEmpty]).toEqual([true, false]);
});

test.each([
  ["invalid", "No.", "currentPassword", "No."],
  ["locked", "Locked since noon.", "policy", "Locked since noon."],
  ["disabled", undefined, "policy", "The account is disabled."],
] as const)("a change of a password by an owner whose login is %s is refused", (reason, words, code, message) => {
  const refuse = () => requireLogin({ ok: false, reason, ...(words && { message: words }) }, { targetCode: 49 });
  expect(refuse).toThrow(expect.objectContaining({ code, message, targetCode: "49" }));
  expect(() => requireLogin({ ok: true, mustChange: true })).not.toThrow();
});
