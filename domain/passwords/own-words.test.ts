import { describe, expect, test } from "vitest";

import { ownWordsMax } from "../own-word-limits.ts";
import { createRandom } from "../random.fixture.ts";
import { factsOfNobody } from "./facts-of-nobody.fixture.ts";
import { generatePassword } from "./generate-password.ts";
import { ownWordIn, ownWordsFault, ownWordsOf } from "./own-words.ts";
import { brokenRules, refusingRules } from "./password-check.ts";
import { changedRules, initialRules, type PolicyRules, type RuleChanges, ruleFaults } from "./password-rules.ts";
import { passwordThatKeeps } from "./password-witness.ts";
import { smallestContradiction } from "./smallest-contradiction.ts";

const contradictingRules = (rules: PolicyRules) => smallestContradiction([rules]).map(({ target }) => target);
const required = (value?: number | string) => ({ mode: "required", value: value ?? null }) as const;
const disabled = { mode: "disabled" } as const;
const noSorts = { minUpper: disabled, minLower: disabled, minDigits: disabled };
const policy = (changes: RuleChanges) => changedRules(initialRules(), changes);
const without = (words: string, more: RuleChanges = {}) =>
  policy({ dictionary: { notOwnWords: required(words), notCommon: disabled }, ...more });

describe("own words", () => {
  test.each([
    ["Contoso", "contoso"],
    ["myCONTOSOpass", "contoso"],
    ["C0nt0$o-2030", "contoso"],
    ["xx8er1!nxx", undefined],
    ["8erl1nBerl1n", "berlin"],
    ["B3RL!N", "berlin"],
    ["ber-lin", undefined],
    ["He1io-x", "helio"],
    ["HeLio-x", "helio"],
    ["Heiio-x", undefined],
    ["ＣＯＮＴＯＳＯ", "contoso"],
    ["conto\u017fo", "contoso"],
    ["Straße9", "straße"],
    ["Strasse9", undefined],
    ["4711", "4711"],
    ["a711", undefined],
    ["MÜNCHEN", "münchen"],
    ["contos", undefined],
    ["concontoso", "contoso"],
    ["", undefined],
  ])("in %j: %j", (password, word) => {
    const words = ownWordsOf("Contoso, berlin  Helio straße\n4711,München");
    expect(ownWordIn(words, password)).toBe(word);
  });

  test.each([
    ["", /at least one/],
    [" , ", /at least one/],
    ["abc contoso", /4 to 40 characters; 'abc'/],
    ["x".repeat(41), /4 to 40/],
    [Array.from({ length: ownWordsMax + 1 }, (_, index) => `word${index}`).join(" "), /at most 100 words, and has 101/],
    ["contoso CONTOSO", undefined],
  ])("%j has the fault %s", (value, fault) => {
    if (fault === undefined) expect(ownWordsFault(value)).toBeUndefined();
    else expect(ownWordsFault(value)).toMatch(fault);
  });

  test("are refused without telling the word", () => {
    const candidate = { password: "My-C0ntoso-77", ...factsOfNobody };
    const [broken] = brokenRules(without("contoso fabrikam"), candidate);
    expect(broken).toMatchObject({ rule: "dictionary.notOwnWords", mode: "required", isUnchecked: false });
    expect(broken?.message.toLowerCase()).not.toContain("contoso");
    expect(ruleFaults(without("abc"))).toMatchObject([{ target: "dictionary.notOwnWords" }]);
  });
});

/** Reports whether a password keeps the required rules, by the check alone. */
function keeps(rules: PolicyRules, password: string): boolean {
  return refusingRules(brokenRules(rules, { password, ...factsOfNobody })).length === 0;
}

describe("generator and witness", () => {
  const few = (length: number, characters: string, words: string, more: RuleChanges = {}) =>
    without(words, {
      length: { minLength: required(length), maxLength: required(length) },
      character: { ...noSorts, allowedChars: required(characters) },
      ...more,
    });

  test("find the passwords that are left where words take nearly all, and none where they take all", () => {
    const random = createRandom(7);
    const alphabet = "ab";
    let [possible, impossible] = [0, 0];
    for (let round = 0; round < 60; round++) {
      const words = Array.from({ length: 1 + random.below(24) }, () =>
        Array.from({ length: 4 }, () => random.pick(Array.from(alphabet))).join(""),
      );
      const length = 4 + random.below(6);
      const rules = few(length, alphabet, words.join(" "));
      const texts = Array.from({ length: 2 ** length }, (_, number) =>
        number.toString(2).padStart(length, "0").replaceAll("0", "a").replaceAll("1", "b"),
      );
      const left = new Set(texts.filter((text) => !words.some((word) => text.includes(word))));
      const made = generatePassword(rules, random.below);
      const witness = passwordThatKeeps(rules);
      expect([made !== undefined, witness !== undefined], words.join(" ")).toEqual([left.size > 0, left.size > 0]);
      for (const text of [made, witness]) if (text !== undefined) expect(left.has(text)).toBe(true);
      if (left.size > 0) possible += 1;
      else {
        impossible += 1;
        expect(contradictingRules(rules)).toContain("dictionary.notOwnWords");
      }
    }
    expect(Math.min(possible, impossible)).toBeGreaterThan(2);
  });

  test("know the other spellings of a word", () => {
    // Every password of these characters spells the word.
    expect(passwordThatKeeps(few(4, "0oO", "oooo"))).toBeUndefined();
    expect(generatePassword(few(4, "0oO", "oooo"), createRandom(1).below)).toBeUndefined();
    expect(contradictingRules(few(4, "0oO", "oooo"))).toEqual([
      "length.minLength",
      "character.allowedChars",
      "dictionary.notOwnWords",
    ]);
    // One stands for l or i, and l for itself alone.
    const left = few(4, "1l", "iiii llll");
    expect(passwordThatKeeps(left)).toBeUndefined();
    expect(keeps(few(4, "1l", "iiii"), "lll1")).toBe(true);
    expect(generatePassword(few(4, "1l", "iiii"), createRandom(1).below)).toContain("l");
  });

  test("follow words within a pattern", () => {
    const pattern = (value: string) =>
      without("contoso berlin", { custom: { regex: required(value) }, character: noSorts });
    expect(passwordThatKeeps(pattern("^contos..$"))).toMatch(/^contos[^o0]/i);
    expect(contradictingRules(pattern("c[o0]nt[o0]s[o0]"))).toEqual(["dictionary.notOwnWords", "custom.regex"]);
    const random = createRandom(2);
    const rules = pattern("^(?:berl[a-z]n|contos[a-z0-9]){2,3}$");
    for (let count = 0; count < 20; count++) {
      const made = generatePassword(rules, random.below) ?? "";
      expect(keeps(rules, made), made).toBe(true);
    }
  });

  test("make passwords by a policy with as many words as it can have", () => {
    const random = createRandom(3);
    const words = Array.from({ length: ownWordsMax }, (_, index) => `word${index}x${random.below(1_000)}`).join(" ");
    const rules = without(words);
    for (let count = 0; count < 50; count++)
      expect(keeps(rules, generatePassword(rules, random.below) ?? "")).toBe(true);
  });
});
