import { expect, it } from "vitest";

import { normalForm } from "./normal-form.ts";

it.each([
  ["a letter and its sign", "mu\u0308ller", "NFC", "m\u00fcller"],
  ["a letter of another width", "ｆｉｎ", "NFKC", "fin"],
  ["a long text", "mu\u0308ller ".repeat(20_000), "NFC", "m\u00fcller ".repeat(20_000)],
  [
    "as many signs as a letter of any language has",
    `a${"\u0301\u0323".repeat(15)} `.repeat(2000),
    "NFC",
    `\u1ea1${"\u0323".repeat(14)}${"\u0301".repeat(15)} `.repeat(2000),
  ],
  ["a short text of signs alone", "\u0301\u0323".repeat(40), "NFC", "\u0323".repeat(40) + "\u0301".repeat(40)],
] as const)("%s is brought into one form", (_of, text, form, expected) => {
  expect(normalForm(text, form)).toBe(expected);
});

it.each([
  ["signs that combine", "\u0301\u0323"],
  ["signs of half width, which become such", "\uff9e\u0323"],
])("a long text of %s stays as it is: the library would take seconds", (_of, signs) => {
  const text = `a${signs.repeat(60_000)}`;
  expect(normalForm(text, "NFKC")).toBe(text);
});
