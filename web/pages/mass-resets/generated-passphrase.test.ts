import { expect, it } from "vitest";

import { filePassphraseMinCharacters } from "#domain/sealed-file-limits.ts";

import { generatedPassphrase } from "./generated-passphrase.ts";

it("is long enough, never the same, and has no character much more often than others", () => {
  const made = Array.from({ length: 2_000 }, generatedPassphrase);
  expect(new Set(made).size).toBe(made.length);
  expect(made.every((text) => /^([a-hjkmnp-z2-9]{5}-){5}[a-hjkmnp-z2-9]{5}$/.test(text))).toBe(true);
  expect(Math.min(...made.map((text) => text.length))).toBeGreaterThanOrEqual(filePassphraseMinCharacters);
  const counts = [...Map.groupBy(made.join("").replaceAll("-", ""), (character) => character).values()].map(
    (some) => some.length,
  );
  const usual = (made.length * 30) / 31;
  // Five standard deviations of a count.
  const most = 5 * Math.sqrt(usual);
  expect(counts.filter((count) => Math.abs(count - usual) > most)).toEqual([]);
});
