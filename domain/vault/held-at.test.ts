import { expect, test } from "vitest";

import { heldAt, type HeldEntry } from "./held-at.ts";

const entry = (key: string, status: HeldEntry["status"], createdAt: number, settledAt: number | null): HeldEntry => ({
  key,
  status,
  createdAt,
  settledAt,
});
const entries = [
  entry("first", "C", 10, 12),
  entry("second", "C", 20, 25),
  entry("refused", "failed", 30, 31),
  entry("third", "C", 40, 45),
  entry("doubtful", "U", 60, null),
];

test.each([
  [5, []],
  [11, ["first"]],
  [15, ["first"]],
  // The second had been given to the target, and its result was not known yet.
  [22, ["second", "first"]],
  [30, ["second"]],
  [42, ["third", "second"]],
  [50, ["third"]],
  [70, ["doubtful", "third"]],
])("at %d the account may have had %j", (atMs, keys) => {
  expect(heldAt(entries, atMs).map(({ key }) => key)).toEqual(keys);
  expect(heldAt(entries.toReversed(), atMs).map(({ key }) => key)).toEqual(keys);
});
