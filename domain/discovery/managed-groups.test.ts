import { expect, test } from "vitest";

import { afterManaging, afterRequest, afterUnmanaging, isSameManagement, type Management } from "./managed-groups.ts";

const management = (managedBy: Management["managedBy"], keptUnmanaged = false): Management => ({
  managed: managedBy !== null,
  managedBy,
  keptUnmanaged,
});

test.each([
  [management(null), "person"],
  [management(null, true), "person"],
  [management("option"), "person"],
  [management("person"), "person"],
  [management("request"), "request"],
  // A group from before causes were recorded.
  [{ ...management(null), managed: true }, null],
] as const)("managed by a person, %o is managed by %s and may be taken by the option again", (before, managedBy) => {
  expect(afterManaging(before)).toEqual({ managed: true, managedBy, keptUnmanaged: false });
});

test("what a person takes out is kept out", () => {
  expect(afterUnmanaging()).toEqual(management(null, true));
});

test.each([
  [management("option"), management("request")],
  [management("person"), management("person")],
  [management("request"), management("request")],
  [management(null, true), management(null, true)],
])("a request that names %o leaves %o", (before, after) => {
  expect(afterRequest(before)).toEqual(after);
  expect(isSameManagement(before, after)).toBe(before.managedBy !== "option");
});
