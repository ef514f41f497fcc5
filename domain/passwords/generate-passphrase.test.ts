import { describe, expect, test } from "vitest";

import { createRandom } from "../random.fixture.ts";
import { generatePassphrase, passphraseWordsUsual } from "./generate-passphrase.ts";
import { passphraseWords } from "./passphrase-words.ts";
import { presetRules } from "./password-presets.ts";
import { changedRules, initialRules, type RuleChanges } from "./password-rules.ts";
import { requiredBroken } from "./required-rules.ts";

const required = (value?: number | string) => ({ mode: "required", value: value ?? null }) as const;
const policy = (changes: RuleChanges) => changedRules(initialRules(), changes);

test("there are thousands of words, none twice, all as easy to type", () => {
  expect(new Set(passphraseWords).size).toBe(passphraseWords.length);
  expect(passphraseWords.length).toBeGreaterThan(6_000);
  for (const word of passphraseWords) expect(word).toMatch(/^[a-z]{4}$/);
});

describe("a passphrase", () => {
  test.each([
    ["of the initial rules", policy({}), /^[A-Z][a-z]{3}(?:-[a-z]{4}){4}-[a-z]{4}\d$/],
    ["after NIST", presetRules("nist"), /^[a-z]{4}(?:-[a-z]{4}){5}$/],
    [
      "with several capitals and digits",
      policy({ character: { minUpper: { value: 8 }, minDigits: { value: 3 } } }),
      /^(?:[A-Z]{1,2}[a-z]{2,3}-){5}[A-Z][a-z]{3}\d{3}$/,
    ],
    [
      "of only letters, digits and dots",
      policy({ character: { forbiddenChars: required("- ") } }),
      /^[A-Z][a-z]{3}(?:\.[a-z]{4}){5}\d$/,
    ],
    ["as long as the policy asks for", policy({ length: { minLength: { value: 60 } } }), /^.{60,66}$/],
    ["as short as the policy allows", policy({ length: { maxLength: { value: 16 } } }), /^.{8,16}$/],
  ])("%s keeps the policy", (_what, rules, form) => {
    const random = createRandom(9);
    const made = Array.from({ length: 50 }, () => generatePassphrase(rules, random.below)?.password ?? "");
    for (const password of made) {
      expect(password).toMatch(form);
      expect(requiredBroken(rules, password)).toEqual([]);
    }
    expect(new Set(made).size).toBe(made.length);
  });

  test("tells the bits of its words and digits, and draws each word as often as the others", () => {
    const random = createRandom(21);
    const rules = presetRules("nist");
    const bits = passphraseWordsUsual * Math.log2(passphraseWords.length);
    const counts = new Map<string, number>();
    const draws = 8_000;
    for (let count = 0; count < draws; count++) {
      const made = generatePassphrase(rules, random.below);
      expect(made?.bits).toBe(bits);
      for (const word of made?.password.split("-") ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const expected = (draws * passphraseWordsUsual) / passphraseWords.length;
    const chiSquare = passphraseWords.reduce(
      (sum, word) => sum + ((counts.get(word) ?? 0) - expected) ** 2 / expected,
      0,
    );
    const freedom = passphraseWords.length - 1;
    expect(Math.abs(chiSquare - freedom)).toBeLessThan(5 * Math.sqrt(2 * freedom));
  });

  test.each([
    [
      "only digits are allowed",
      policy({ character: { allowedChars: required("0123456789"), minUpper: { value: 0 }, minLower: { value: 0 } } }),
    ],
    ["a pattern wants something else", policy({ custom: { regex: required("^[A-Z]{12}[a-z]{4}[0-9]$") } })],
    [
      "there is no room for a word",
      policy({ length: { minLength: { value: 1 }, maxLength: { value: 3 } }, character: { minDigits: { value: 0 } } }),
    ],
  ])("there is none where %s", (_what, rules) => {
    expect(generatePassphrase(rules, createRandom(1).below)).toBeUndefined();
  });
});
