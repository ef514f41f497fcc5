import { expect, test } from "vitest";

import { chooseLanguage, isLanguage } from "./language.ts";

test("a language is known by its form", () => {
  expect(["en", "de-AT", "zh-Hans-CN"].map(isLanguage)).toEqual([true, true, true]);
  expect(["", "e", "english", "../en", "en_US", "en-"].map(isLanguage)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test.each([
  [["de"], "de"],
  [["de-AT"], "de-at"],
  [["de-CH"], "de"],
  [["fr", "de"], "de"],
  [[null, undefined, "", "../x", "EN-GB"], "en"],
  [["fr"], undefined],
  [[], undefined],
])("of the wishes %j it is %s", (wishes, expected) => {
  expect(chooseLanguage(wishes, ["en", "de", "de-at"])).toBe(expected);
});
