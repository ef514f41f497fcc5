import { expect, test } from "vitest";

import { latestEnd, missingOf } from "./external-people.ts";

test("an external person lacks an end or a sponsor", () => {
  expect(missingOf({ sponsorKey: null, endsAt: null })).toBe("endsAt");
  expect(missingOf({ sponsorKey: null, endsAt: 5 })).toBe("sponsorKey");
  expect(missingOf({ sponsorKey: "s", endsAt: null })).toBe("endsAt");
  expect(missingOf({ sponsorKey: "s", endsAt: 5 })).toBeUndefined();
});

test("the latest end is counted in days from now", () => {
  expect(latestEnd(1000, 2)).toBe(1000 + 2 * 86_400_000);
});
