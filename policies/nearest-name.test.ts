import { expect, test } from "vitest";

import { nearestName } from "./nearest-name.ts";

const known = ["requesterKey", "recipientKey", "status", "key"];

test.each([
  ["requestorKey", "requesterKey"],
  ["STATUS", "status"],
  ["stauts", "status"],
  ["ky", "key"],
  ["recipient", "recipientKey"],
  ["colour", undefined],
  ["", undefined],
])("%j is nearest to %j", (name, nearest) => {
  expect(nearestName(name, known)).toBe(nearest);
});
