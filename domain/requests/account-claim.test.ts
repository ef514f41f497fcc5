import { expect, test } from "vitest";

import { isClaimable } from "./account-claim.ts";

test.each([
  [null, null, true],
  [null, "auto", true],
  ["somebody", "auto", true],
  ["somebody", "claim", false],
  ["somebody", "manual", false],
  ["somebody", "admin", false],
  ["somebody", null, false],
])("an account of %s, associated by %s: %s", (userKey, associatedBy, claimable) => {
  expect(isClaimable({ userKey, associatedBy })).toBe(claimable);
});
