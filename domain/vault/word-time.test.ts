import { expect, test } from "vitest";

import { nextWordAt } from "./word-time.ts";

const entry = { createdAt: 100, openedAt: null, refusedAt: null };

test.each([
  ["no entries", [], 500, 500],
  ["older words", [entry, { ...entry, openedAt: 300 }], 500, 500],
  ["a word of the same millisecond", [{ ...entry, openedAt: 500 }], 500, 501],
  [
    "words from a clock that was ahead",
    [
      { ...entry, openedAt: 90_000 },
      { ...entry, refusedAt: 80_000 },
    ],
    500,
    90_001,
  ],
  ["an entry from there", [{ ...entry, createdAt: 90_000 }], 500, 90_001],
])("beside %s the next word is behind all of them", (_what, entries, now, expected) => {
  expect(nextWordAt(entries, now)).toBe(expected);
});
