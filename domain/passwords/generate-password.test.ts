import { describe, expect, test } from "vitest";

import { createRandom, type Random } from "../random.fixture.ts";
import { factsOfNobody } from "./facts-of-nobody.fixture.ts";
import { generatedLength, generatePassword } from "./generate-password.ts";
import { clearCharacters } from "./password-alphabets.ts";
import { brokenRules } from "./password-check.ts";
import { changedRules, initialRules, type PolicyRules, type RuleChanges, ruleFaults } from "./password-rules.ts";
import { passwordThatKeeps } from "./password-witness.ts";

const required = (value?: number | string) => ({ mode: "required", value: value ?? null }) as const;
const disabled = { mode: "disabled" } as const;
const policy = (changes: RuleChanges) => changedRules(initialRules(), changes);
const noSorts = { minUpper: disabled, minLower: disabled, minDigits: disabled };
const sorts = [/[A-Z]/g, /[a-z]/g, /[0-9]/g, /[^A-Za-z0-9]/g];
const brokenBy = (rules: PolicyRules, password: string) =>
  brokenRules(rules, {
    password,
    ...factsOfNobody,
  })
    .filter(({ mode }) => mode === "required")
    .map(({ rule }) => rule);

function made(rules: PolicyRules | undefined, { below }: Random, length?: number): string {
  const password = generatePassword(rules, below, length);
  if (password === undefined) throw new Error("no password was found");
  return password;
}

describe("without a policy", () => {
  test("there are 24 characters of all four sorts, a letter in front, and none that is mistaken for another thing", () => {
    const random = createRandom(11);
    for (let count = 0; count < 500; count++) {
      const password = made(undefined, random);
      expect(password).toMatch(/^[A-Za-z][\w.-]{23}$/);
      for (const sort of sorts) expect(password).toMatch(sort);
      expect(password).not.toMatch(/[0O1lI]/);
    }
  });

  test("there are more than 2^100 passwords, each as likely as the others", () => {
    const letters = clearCharacters.filter((character) => /[A-Za-z]/.test(character)).length;
    // With a letter in front: all texts, without those that lack a sort, by inclusion and exclusion over the sorts.
    const sizes = sorts.map((sort) => clearCharacters.join("").match(sort)?.length ?? 0);
    let passwords = 0n;
    for (let lacking = 0; lacking < 2 ** sizes.length; lacking++) {
      const lacks = (sort: number) => (lacking >> sort) % 2;
      const without = sizes.reduce((sum, size, sort) => sum + lacks(sort) * size, 0);
      const first = letters - lacks(0) * (sizes[0] ?? 0) - lacks(1) * (sizes[1] ?? 0);
      const sign = [0, 1, 2, 3].reduce((product, sort) => product * (lacks(sort) === 1 ? -1 : 1), 1);
      passwords += BigInt(sign * first) * BigInt(clearCharacters.length - without) ** BigInt(generatedLength - 1);
    }
    expect(passwords > 2n ** 100n).toBe(true);
    expect(Math.round(Math.log2(Number(passwords)))).toBe(141);
  });

  test("each character is as likely as the others at each place behind the first", () => {
    const random = createRandom(5);
    const rules = policy({ character: { ...noSorts, allowedChars: required(clearCharacters.join("")) } });
    const counts = new Map<string, number>();
    const [draws, length] = [6_000, 12];
    for (let count = 0; count < draws; count++) {
      for (const [place, character] of Array.from(made(rules, random, length)).entries()) {
        const name = `${place} ${character}`;
        if (place > 0) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
    const expected = draws / clearCharacters.length;
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    const freedom = (length - 1) * (clearCharacters.length - 1);
    expect(counts.size).toBe((length - 1) * clearCharacters.length);
    // Five standard deviations to both sides: too even a result is no chance either.
    expect(Math.abs(chiSquare - freedom)).toBeLessThan(5 * Math.sqrt(2 * freedom));
  });
});

test("passwords of random policies break no required rule, and have the wanted length where the policy allows it", () => {
  const random = createRandom(14);
  let kept = 0;
  for (let count = 0; count < 500; count++) {
    const rules = randomRules(random);
    if (ruleFaults(rules).length > 0) continue;
    const password = generatePassword(rules, random.below);
    if (password === undefined) {
      expect(passwordThatKeeps(rules), JSON.stringify(rules)).toBeUndefined();
      continue;
    }
    kept += 1;
    expect(brokenBy(rules, password), `${password} ${JSON.stringify(rules)}`).toEqual([]);
    const [shortest, longest] = ["minLength", "maxLength"].map((name) => Number(rules.length[name]?.value));
    const wanted = Math.min(longest ?? 0, Math.max(generatedLength, shortest ?? 0));
    if (rules.custom["regex"]?.mode !== "required") expect(Array.from(password).length).toBeGreaterThanOrEqual(wanted);
  }
  expect(kept).toBeGreaterThan(300);
});

const patterns = ["^[A-Za-z0-9]{12,20}$", "^(?:[a-z]{4}-){3}[A-Z0-9]{4}$", "[0-9]{3}$", "^[^ -/]+$", "^.*[αβγ].*$"];

function randomRules(random: Random): PolicyRules {
  const maybe = (chance: number, value?: number | string) => (random.below(100) < chance ? required(value) : disabled);
  const shortest = 1 + random.below(40);
  return policy({
    length: { minLength: required(shortest), maxLength: required(Math.min(127, shortest + random.below(60))) },
    character: {
      minUpper: maybe(70, random.below(8)),
      minLower: maybe(70, random.below(8)),
      minDigits: maybe(70, random.below(8)),
      minSpecial: maybe(40, random.below(8)),
      maxRepeat: maybe(40, 1 + random.below(3)),
      maxSequence: maybe(40, 1 + random.below(3)),
      beginsWithLetter: maybe(30),
      allowedChars: maybe(
        10,
        random.pick(["0123456789abcdef", "ABCDEFGHIJabcdefghij0123456789!?#", "äöüÄÖÜ1234567890-"]),
      ),
      forbiddenChars: maybe(30, random.pick(["-_.", "0123456789", "aeiouAEIOU", "\"'`$\\"])),
    },
    dictionary: { notDictionary: maybe(50) },
    custom: { regex: maybe(15, random.pick(patterns)) },
  });
}

describe("a pattern is walked at random", () => {
  const pattern = (value: string, more: RuleChanges = {}) =>
    policy({ custom: { regex: required(value) }, character: noSorts, ...more });

  test.each([
    ["as long as it allows", pattern("^[A-Za-z0-9]{12,20}$"), /^[A-Za-z0-9]{20}$/],
    ["as long as wanted, however soon it may end", pattern("^[a-z]+[0-9]$"), /^[a-z]{23}[0-9]$/],
    ["longer than wanted where it must be", pattern("^[a-z]{30,40}$"), /^[a-z]{30}$/],
    ["the harder of two to guess", pattern("^[a-z]{8}$|^[A-Z]{30}$"), /^[A-Z]{30}$/],
    ["a form", pattern("^(?:[a-z]{4}-){3}[A-Z0-9]{4}$"), /^(?:[a-z]{4}-){3}[A-Z0-9]{4}$/],
    ["a script of its own", pattern("^[α-ω]{12,}$"), /^[α-ω]{24}$/],
    ["with spaces", pattern("^[a-z]{8} [a-z]{8}$"), /^[a-z]{8} [a-z]{8}$/],
    [
      "with digits that must come early",
      pattern("^.{10}[a-z]{10}$", { character: { ...noSorts, minDigits: required(10) } }),
      /^[0-9]{10}[a-z]{10}$/,
    ],
    ["of confusing characters alone", pattern("^[0O1lIa]{20}$"), /^[0O1lI]*a?[0O1lIa]{0,19}$/],
  ])("%s", (_what, rules, form) => {
    const random = createRandom(3);
    const passwords = Array.from({ length: 20 }, () => made(rules, random));
    for (const password of passwords) {
      expect(password).toMatch(form);
      expect(brokenBy(rules, password)).toEqual([]);
    }
    expect(new Set(passwords).size).toBe(passwords.length);
  });
});

describe("few passwords are left", () => {
  test.each([
    ["many of every sort, none beside its like", { maxRepeat: required(1), maxSequence: required(1) }, 40],
    ["one sort nearly alone", { minSpecial: required(20) }, 1],
  ])("%s", (_what, more, least) => {
    const many = { minUpper: { value: least }, minLower: { value: least }, minDigits: { value: least } };
    const rules = policy({ character: { ...many, ...more } });
    const random = createRandom(8);
    for (let count = 0; count < 20; count++) expect(brokenBy(rules, made(rules, random))).toEqual([]);
  });

  test("clear characters are not taken where only few of them are allowed", () => {
    const rules = policy({ character: { ...noSorts, allowedChars: required("0O1lIa") } });
    expect(new Set(made(rules, createRandom(1), 60)).size).toBe(6);
  });
});

test.each([
  ["characters that are not allowed", policy({ character: { allowedChars: required("abc") } })],
  ["a pattern that nothing fits", policy({ custom: { regex: required("a^") } })],
  [
    "one character that must not follow itself",
    policy({ character: { ...noSorts, allowedChars: required("a"), maxRepeat: required(1) } }),
  ],
])("there is none where the rules contradict each other: %s", (_what, rules) => {
  expect(generatePassword(rules, createRandom(1).below)).toBeUndefined();
});
