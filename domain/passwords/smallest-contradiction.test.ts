import { describe, expect, test } from "vitest";

import { createRandom, type Random } from "../random.fixture.ts";
import {
  changedRules,
  initialRules,
  passwordRules,
  type PolicyRules,
  type RuleChanges,
  type RuleName,
  ruleNames,
  ruleOf,
} from "./password-rules.ts";
import { passwordThatKeeps } from "./password-witness.ts";
import { policyFaults } from "./policy-faults.ts";
import { requiredBroken } from "./required-rules.ts";
import { smallestContradiction } from "./smallest-contradiction.ts";

const required = (value?: number | string) => ({ mode: "required", value: value ?? null }) as const;
const policy = (changes: RuleChanges) => changedRules(initialRules(), changes);
const pattern = (value: string, more: RuleChanges = {}) => policy({ custom: { regex: required(value) }, ...more });
const noSorts = { minUpper: { value: 0 }, minLower: { value: 0 }, minDigits: { value: 0 } };
const named = (rules: PolicyRules) => smallestContradiction([rules]).map(({ target }) => target);

describe("rules that contradict each other are named, and no others", () => {
  test.each([
    [
      ["character.minDigits", "character.allowedChars"],
      policy({ character: { ...noSorts, allowedChars: required("abc"), minDigits: { value: 1 } } }),
    ],
    [
      ["character.beginsWithLetter", "custom.regex"],
      pattern("^[0-9]", { character: { beginsWithLetter: required() } }),
    ],
    [["length.minLength", "custom.regex"], pattern("^.{4}$")],
    [["length.maxLength", "custom.regex"], pattern("a{20}", { length: { maxLength: { value: 12 } } })],
    [
      ["length.minLength", "length.maxLength"],
      policy({ length: { minLength: { value: 20 }, maxLength: { value: 19 } } }),
    ],
    [
      ["length.maxLength", "character.minUpper", "character.minDigits"],
      policy({
        length: { minLength: { value: 1 }, maxLength: { value: 9 } },
        character: { minUpper: { value: 5 }, minDigits: { value: 5 } },
      }),
    ],
    [["dictionary.notCommon", "custom.regex"], pattern("^password$", { character: noSorts })],
    [["custom.regex"], pattern("a^")],
    [
      ["character.minDigits", "character.forbiddenChars"],
      policy({ character: { forbiddenChars: required("0123456789") } }),
    ],
    [
      ["length.minLength", "character.maxRepeat", "character.allowedChars"],
      policy({ character: { ...noSorts, allowedChars: required("a"), maxRepeat: required(2) } }),
    ],
  ])("%j", (names, rules) => expect(named(rules)).toEqual(names));

  test("the fewest, although more would be needed in another place", () => {
    // Without the pattern, three other rules contradict each other as well.
    const rules = pattern("^[0-9]+$", {
      character: {
        ...noSorts,
        allowedChars: required("a1"),
        maxRepeat: required(1),
        maxSequence: required(1),
        minUpper: { value: 1 },
      },
    });
    expect(named(rules)).toEqual(["character.minUpper", "character.allowedChars"]);
  });

  test("of several policies, each rule with the policy that has it", () => {
    const long = policy({ length: { minLength: { value: 30 } } });
    const short = policy({ length: { maxLength: { value: 20 } } });
    expect(smallestContradiction([policy({}), long, short])).toEqual([
      { policy: 1, name: "minLength", target: "length.minLength" },
      { policy: 2, name: "maxLength", target: "length.maxLength" },
    ]);
    expect(smallestContradiction([long, policy({})])).toEqual([]);
  });

  test("each with a message that names all of them and the way out", () => {
    expect(policyFaults(policy({ length: { minLength: { value: 20 }, maxLength: { value: 19 } } }))).toEqual(
      ["length.minLength", "length.maxLength"].map((target) => ({
        target,
        message:
          "no password was found that keeps length.minLength and length.maxLength together; change one of them, or make it a warning",
      })),
    );
  });
});

const alphabet = Array.from("aB1-");
const longest = 4;

/** All texts of a small alphabet up to a small length. */
const texts = Array.from({ length: longest }, (_, less) => less + 1)
  .reduce<string[]>(
    (all, length) => [
      ...all,
      ...all.filter((text) => text.length === length - 1).flatMap((text) => alphabet.map((one) => text + one)),
    ],
    [""],
  )
  .filter((text) => text !== "");

/** A policy whose passwords are all among the texts, so that trying them all is a proof. */
function smallPolicy(random: Random): PolicyRules {
  const maybe = (chance: number, value?: number | string) =>
    random.below(100) < chance ? required(value) : ({ mode: "disabled" } as const);
  const off = ruleNames.reduce(
    (rules, name) => changedRules(rules, { [passwordRules[name].group]: { [name]: { mode: "disabled" } } }),
    initialRules(),
  );
  return changedRules(off, {
    length: { minLength: maybe(60, 1 + random.below(5)), maxLength: required(1 + random.below(longest)) },
    character: {
      minUpper: maybe(40, random.below(4)),
      minLower: maybe(40, random.below(4)),
      minDigits: maybe(40, random.below(4)),
      minSpecial: maybe(40, random.below(3)),
      maxRepeat: maybe(50, 1 + random.below(2)),
      beginsWithLetter: maybe(30),
      allowedChars: required(random.pick(["aB1-", "aB1", "a1-", "B1", "a"])),
      forbiddenChars: maybe(30, random.pick(["a", "1", "B-"])),
    },
    custom: { regex: maybe(40, random.pick(["^[a1]+$", "1$", "^B", "a-", "^.{2}$", "^[^a]"])) },
  });
}

test("the rules of random policies are as few as trying every password and every set of rules finds", () => {
  const random = createRandom(63);
  let contradictions = 0;
  for (let round = 0; round < 150; round++) {
    const rules = smallPolicy(random);
    const names = ruleNames.filter((name) => ruleOf(rules, name).mode === "required");
    const broken = texts.map((text) => new Set(requiredBroken(rules, text)));
    const isKept = (some: readonly RuleName[]) =>
      broken.some((of) => some.every((name) => !of.has(`${passwordRules[name].group}.${name}`)));
    const found = smallestContradiction([rules]).map(({ name }) => name);
    const what = JSON.stringify(rules);
    expect(found.length === 0, what).toBe(isKept(names));
    if (found.length === 0) continue;
    contradictions += 1;
    expect(isKept(found), what).toBe(false);
    for (const subset of subsets(names, found.length - 1)) {
      if (isKept(subset)) continue;
      // Only a longer password, or one of other characters, can keep this smaller set.
      const password = passwordThatKeeps(onlyWith(rules, subset)) ?? "";
      expect(requiredBroken(onlyWith(rules, subset), password), `${what} ${subset.join()}`).toEqual([]);
      expect(password, `${what} ${subset.join()}`).not.toBe("");
    }
  }
  expect(contradictions).toBeGreaterThan(40);
});

function onlyWith(rules: PolicyRules, names: readonly RuleName[]): PolicyRules {
  return ruleNames
    .filter((name) => !names.includes(name))
    .reduce(
      (left, name) => changedRules(left, { [passwordRules[name].group]: { [name]: { mode: "disabled" } } }),
      rules,
    );
}

/** Returns all subsets with at most so many members. */
function subsets<T>(all: readonly T[], most: number): readonly (readonly T[])[] {
  return all.reduce<T[][]>(
    (found, one) => [...found, ...found.filter(({ length }) => length < most).map((some) => [...some, one])],
    [[]],
  );
}
