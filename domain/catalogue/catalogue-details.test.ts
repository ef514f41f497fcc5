import { expect, it } from "vitest";

import { changedDetails, isTag, longestHoursOf, noDetails } from "./catalogue-details.ts";
import { itemGivenBy } from "./form-codes.ts";
import { groupHeld } from "./item-standing.ts";

it("names the details that changes set to other values", () => {
  expect(changedDetails(noDetails, {})).toEqual([]);
  expect(changedDetails({ ...noDetails, risk: 5 }, { risk: 5, tags: [], ownerKey: null })).toEqual([]);
  expect(changedDetails({ ...noDetails, risk: 5 }, { tags: ["hr"], risk: null })).toEqual(["risk", "tags"]);
});

it("limits the time of an item only where that is said", () => {
  expect(longestHoursOf(undefined)).toBeNull();
  expect(longestHoursOf(noDetails)).toBeNull();
  expect(longestHoursOf({ longestHours: 24 })).toBe(24);
});

it.each(["", "a b", "a,b", 'a"b', "a\\b", "a\u0000", "x".repeat(41)])("has no tag such as %j", (tag) => {
  expect(isTag(tag)).toBe(false);
});

it.each([
  ["ACUA", null, { resourceType: "targetSystem", resourceKey: "T1" }],
  ["GRUA", "staff", { resourceType: "managedGroup", resourceKey: "staff" }],
  ["GROA", "staff", { resourceType: "managedGroup", resourceKey: "staff" }],
  ["GRUA", null, undefined],
  ["GRUD", "staff", undefined],
  ["DELU", null, undefined],
  ["CRTG", null, undefined],
  ["UPDA", null, undefined],
] as const)("%s of the group %j gives %j", (code, groupKey, item) => {
  expect(itemGivenBy({ code, targetSystemKey: "T1", groupKey })).toEqual(item);
});

it.each([
  [[{ throughGroup: "all" }, { throughGroup: null }], true, 2, "yes"],
  [[{ throughGroup: "all" }], true, 1, "indirectly"],
  [[], true, 1, "unknown"],
  [[], true, 0, "no"],
  [[], false, 1, "no"],
] as const)(
  "memberships %j, with hidden members: %j, with %j accounts: %s",
  (memberships, membersHidden, accounts, held) => {
    expect(groupHeld({ memberships, membersHidden, accounts })).toBe(held);
  },
);
