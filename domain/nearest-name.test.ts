import { expect, test } from "vitest";

import { nearestName } from "./nearest-name.ts";

const names = [
  "displayName",
  "id",
  "key",
  "locked",
  "lastUpdatedNode",
  "name",
  "requesterKey",
  "recipientKey",
  "status",
];

test.each([
  ["DISPLAYNAME", "displayName"],
  ["displayNme", "displayName"],
  ["nmae", "name"],
  ["keys", "key"],
  ["lockd", "locked"],
  ["ID", "id"],
  ["lastUpdatedNdoe", "lastUpdatedNode"],
  ["x", undefined],
  ["somethingElse", undefined],
  ["", undefined],
  ["ky", "key"],
  ["stauts", "status"],
  ["requestorKey", "requesterKey"],
  ["recipient", "recipientKey"],
  ["colour", undefined],
])("'%s' means %s", (written, meant) => {
  expect(nearestName(written, names)).toBe(meant);
});

test("a very long name costs no more than a short one", () => {
  expect(nearestName("a".repeat(1_000_000), names)).toBeUndefined();
});
