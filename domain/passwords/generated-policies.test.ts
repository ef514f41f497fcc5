import { describe, expect, test } from "vitest";

import { testSize } from "#test/support/test-size.ts";

import { createRandom } from "../random.fixture.ts";
import { generatePassword } from "./generate-password.ts";
import { generatedPolicy } from "./generated-policies.fixture.ts";
import { brokenIndependently, whyImpossible } from "./independent-check.fixture.ts";
import { clearCharacters } from "./password-alphabets.ts";
import { changedRules, initialRules, ruleFaults } from "./password-rules.ts";
import { smallestContradiction } from "./smallest-contradiction.ts";
import { strictest } from "./strictest.ts";

const patienceMs = 1_200_000;
const policiesTried = testSize(500, 10_000);

test(
  `of ${policiesTried} generated policies each has a password that an independent checker accepts, or rules of which counting shows that they contradict`,
  () => {
    const random = createRandom(4343);
    const counts = { kept: 0, contradicting: 0 };
    for (let count = 0; count < policiesTried; count++) {
      const policy = generatedPolicy(random);
      const what = JSON.stringify(policy.rules);
      expect(ruleFaults(policy.rules), what).toEqual([]);
      const password = generatePassword(policy.rules, random.below);
      if (password !== undefined) {
        counts.kept += 1;
        expect(brokenIndependently(policy, password), `${password} ${what}`).toEqual([]);
        continue;
      }
      counts.contradicting += 1;
      const rules = smallestContradiction([policy.rules]);
      const names = rules.map(({ name }) => name);
      expect(whyImpossible(policy, names), `${names.join()} ${what}`).toBeTypeOf("string");
    }
    expect(Math.min(counts.kept, counts.contradicting)).toBeGreaterThan(policiesTried / 20);
  },
  patienceMs,
);

test(
  "a password by several generated policies together keeps each of them, or they contradict each other",
  () => {
    const random = createRandom(9);
    const counts = { kept: 0, contradicting: 0 };
    const pairs = testSize(40, 1_000);
    for (let count = 0; count < pairs; count++) {
      const policies = [generatedPolicy(random), generatedPolicy(random)];
      const rules = policies.map((policy) => policy.rules);
      const password = generatePassword(strictest(rules), random.below);
      const what = `${password} ${JSON.stringify(rules)}`;
      if (password === undefined) {
        counts.contradicting += 1;
        expect(smallestContradiction(rules).length, what).toBeGreaterThan(0);
      } else {
        counts.kept += 1;
        for (const policy of policies) expect(brokenIndependently(policy, password), what).toEqual([]);
      }
    }
    expect(Math.min(counts.kept, counts.contradicting)).toBeGreaterThan(pairs / 10);
  },
  patienceMs,
);

const sorts = [/[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/];
const sortOf = (character: string) => sorts.findIndex((sort) => sort.test(character));
const sizes = sorts.map((_sort, index) => clearCharacters.filter((character) => sortOf(character) === index).length);
const passwords = testSize(20_000, 1_000_000);

describe(`${passwords} passwords show no character and no place more often than chance`, () => {
  const asked = (least: number) => ({ mode: "required", value: least }) as const;
  test.each([
    ["of any characters", 0],
    ["with one of each sort, as often as such texts have it", 1],
  ])(
    "%s",
    (_what, least) => {
      const length = 10;
      const rules = changedRules(initialRules(), {
        length: { minLength: asked(length), maxLength: asked(length) },
        character: {
          minUpper: asked(least),
          minLower: asked(least),
          minDigits: asked(least),
          minSpecial: asked(least),
          allowedChars: { mode: "required", value: clearCharacters.join("") },
        },
        dictionary: { notCommon: { mode: "disabled" } },
      });
      const random = createRandom(77 + least);
      const places = new Map(clearCharacters.map((character, index) => [character, index]));
      const seen = Array.from({ length }, () => new Float64Array(clearCharacters.length));
      const pairs = new Float64Array(clearCharacters.length ** 2);
      for (let count = 0; count < passwords; count++) {
        const indexes = Array.from(generatePassword(rules, random.below, length) ?? "", (one) => places.get(one) ?? -1);
        expect(indexes.length === length && !indexes.includes(-1)).toBe(true);
        for (const [place, index] of indexes.entries()) counted(seen[place] as Float64Array, index);
        counted(pairs, (indexes[4] ?? 0) * clearCharacters.length + (indexes[5] ?? 0));
      }
      for (const [place, row] of seen.entries()) {
        const chances = clearCharacters.map((character) => chanceOf(character, place, { length, least }));
        expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9);
        expect(deviation([...row], chances), `place ${place}`).toBeLessThan(5);
      }
      if (least === 0) {
        // Neighbours tell nothing about each other.
        const even = Array.from(pairs, () => 1 / pairs.length);
        expect(deviation([...pairs], even)).toBeLessThan(5);
      }
    },
    patienceMs,
  );
});

function counted(counts: Float64Array, index: number): void {
  counts[index] = (counts[index] ?? 0) + 1;
}

/** Returns the distance of counts from chances, in standard deviations of chi square; too even a result is no chance either. */
function deviation(counts: readonly number[], chances: readonly number[]): number {
  const possible = chances.flatMap((chance, index) =>
    chance > 0 ? [[counts[index] ?? 0, chance * passwords] as const] : [],
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(passwords);
  expect(possible.reduce((sum, [count]) => sum + count, 0)).toBe(passwords);
  const chiSquare = possible.reduce((sum, [count, expected]) => sum + (count - expected) ** 2 / expected, 0);
  const freedom = possible.length - 1;
  return Math.abs(chiSquare - freedom) / Math.sqrt(2 * freedom);
}

/**
 * Returns the chance of a character at a place, among all texts of a length that begin with a letter and have at least so many of each sort
 * (none or one): by inclusion and exclusion over the sorts that are lacking.
 */
function chanceOf(character: string, place: number, { length, least }: { length: number; least: number }): number {
  let [all, fitting] = [0, 0];
  const sort = sortOf(character);
  for (let lacking = 0; lacking < (least === 0 ? 1 : 2 ** sorts.length); lacking++) {
    const lacks = (one: number) => (lacking >> one) % 2 === 1;
    const of = (some: readonly number[]) => some.reduce((sum, one) => sum + (lacks(one) ? 0 : (sizes[one] ?? 0)), 0);
    const sign = [0, 1, 2, 3].reduce((product, one) => (lacks(one) ? -product : product), 1);
    const [letters, any] = [of([0, 1]), of([0, 1, 2, 3])];
    all += sign * letters * any ** (length - 1);
    if (lacks(sort)) continue;
    if (place > 0) fitting += sign * letters * any ** (length - 2);
    else if (sort < 2) fitting += sign * any ** (length - 1);
  }
  return fitting / all;
}
