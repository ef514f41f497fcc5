import { expect, test } from "vitest";

import { declaredColumn, heldValue, isShownColumn, placeOfStamp, shownConflictValue } from "./conflict-values.ts";
import { stampOf } from "./stamp.ts";

test.each([
  ["users", "displayName", true],
  ["users", "disabled", true],
  ["users", "passwordHash", false],
  ["users", "superuser", false],
  ["users", "passwordLinkHash", false],
  ["clients", "secretHash", false],
  ["webhooks", "secret", false],
  ["targetSystemCredentials", "password", false],
  ["nodeKeys", "signingSecret", false],
  ["sessions", "token", false],
  ["users", "constructor", false],
  ["__proto__", "displayName", false],
])("%s.%s is shown: %s", (table, column, isShown) => {
  expect(isShownColumn(table, column)).toBe(isShown);
});

test("what stands elsewhere is no column", () => {
  expect(declaredColumn("accounts", "passwordCodes")).toBeUndefined();
  expect(declaredColumn("accounts", "shortId")).toMatchObject({ kind: "text" });
});

test("a value that no node of this kind writes is none", () => {
  expect(heldValue(null)).toBeNull();
  expect(heldValue('"a"')).toBe("a");
  expect(heldValue("7")).toBe(7);
  expect(heldValue("{}")).toBeUndefined();
  expect(heldValue("true")).toBeUndefined();
  expect(heldValue("not json")).toBeUndefined();
});

test("values are shown as people read them, and cut", () => {
  expect(shownConflictValue({ kind: "flag" }, "1")).toBe("true");
  expect(shownConflictValue({ kind: "flag" }, "0")).toBe("false");
  expect(shownConflictValue({ kind: "time" }, "0")).toBe("1970-01-01T00:00:00.000Z");
  expect(shownConflictValue({ kind: "time" }, "9e15")).toBe("9000000000000000");
  expect(shownConflictValue({ kind: "text" }, '"Anna"')).toBe("Anna");
  expect(shownConflictValue({ kind: "text" }, "nothing")).toBeNull();
  const long = shownConflictValue({ kind: "longText" }, JSON.stringify("x".repeat(1_048_576)));
  expect(long).toHaveLength(2_001);
});

test("a stamp tells time and node, and one of nobody neither", () => {
  expect(placeOfStamp(stampOf({ ms: 7, counter: 1, writer: 2, node: "berlin" }))).toEqual({ at: 7, node: "berlin" });
  expect(placeOfStamp("")).toEqual({ at: null, node: null });
  expect(placeOfStamp("no stamp")).toEqual({ at: null, node: null });
});
