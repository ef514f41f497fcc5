import { expect, it } from "vitest";

import type { NamedEntitlement } from "../../api/model.ts";
import { draftOfEntitlement, isNamed, newEntitlement, sentEntitlement } from "./entitlement-drafts.ts";

const none = { targetSystemKey: null, groupKey: null, roleKey: null, attributes: null };
const account = (attributes: NamedEntitlement["attributes"]): NamedEntitlement => ({
  ...none,
  kind: "account",
  targetSystemKey: "DIRECTORY",
  attributes,
});

it.each([
  account({ title: ["{profile.title}"], mail: ["a@b", "c@d"] }),
  account({ uidNumber: [5], hidden: [true], note: ["two\nlines"] }),
  { ...none, kind: "membership" as const, groupKey: "g" },
  { ...none, kind: "role" as const, roleKey: "r" },
])("sends an entitlement that was not changed as it is: %j", (one) => {
  expect(sentEntitlement(draftOfEntitlement(one))).toEqual(one);
});

it("sends the values of changed lines by their names, and a line without '=' without a value", () => {
  const draft = { ...draftOfEntitlement(account({ a: ["1"] })), attributes: ["mail=a=b", "", "mail=c", " flag "] };
  expect(sentEntitlement(draft).attributes).toEqual({ mail: ["a=b", "c"], flag: [""] });
});

it("sends the key of its kind alone", () => {
  const draft = { kind: "role", targetSystemKey: "T", groupKey: "g", roleKey: "r", attributes: ["a=b"] } as const;
  expect(sentEntitlement(draft)).toEqual({ ...none, kind: "role", roleKey: "r" });
});

it("knows an entitlement that names nothing yet", () => {
  expect(isNamed(newEntitlement)).toBe(false);
  expect(isNamed({ ...newEntitlement, targetSystemKey: "T" })).toBe(false);
  expect(isNamed({ ...newEntitlement, kind: "account", targetSystemKey: "T" })).toBe(true);
});
