import { describe, expect, it } from "vitest";

import { factsOfNobody } from "./facts-of-nobody.fixture.ts";
import {
  brokenForPerson,
  type BrokenRule,
  brokenRules,
  type PasswordCandidate,
  plainWords,
  refusingRules,
  warningsOf,
} from "./password-check.ts";
import { changedRules, initialRules, passwordRules, type RuleDefinition, type RuleMode } from "./password-rules.ts";

type RuleName = keyof typeof passwordRules;

const nobody: PasswordCandidate = {
  password: "",
  ...factsOfNobody,
};

/** A policy with one rule only. */
function only(
  name: RuleName,
  value: number | string | null,
  mode: RuleMode = "required",
  message: string | null = null,
) {
  const off = Object.entries<RuleDefinition>(passwordRules).map(([rule, { group }]) => ({
    [group]: { [rule]: { mode: "disabled" as const } },
  }));
  const rules = off.reduce((before, change) => changedRules(before, change), initialRules());
  return changedRules(rules, { [passwordRules[name].group]: { [name]: { mode, value, message } } });
}

type Case = [RuleName, number | string | null, string, string, Partial<PasswordCandidate>?];
const cases: Case[] = [
  ["minLength", 4, "abcd", "abc"],
  ["minLength", 2, "😀😀", "😀"],
  ["maxLength", 4, "abcd", "abcde"],
  ["minUpper", 2, "AÄb", "Abc"],
  ["minLower", 2, "äbC", "aBC"],
  ["minDigits", 1, "a1", "a"],
  ["minSpecial", 2, "a- b", "a-1"],
  ["maxRepeat", 2, "aabbaa", "aaab"],
  ["maxSequence", 3, "abc-321-ace", "xaBcD"],
  ["maxSequence", 3, "3210".slice(0, 3), "x4321"],
  ["beginsWithLetter", null, "ä1", "1a"],
  ["allowedChars", "ab1", "a1b", "abc"],
  ["forbiddenChars", "'\"\\", "abc", "a'b"],
  ["notProfileId", null, "something", "xADAmix", { ids: { known: ["adam"] } }],
  ["notProfileId", null, "has ab in it", "AB", { ids: { known: ["ab"] } }],
  ["notNameParts", null, "al is fine", "my-lovelace", { names: { known: ["Al Lovelace"] } }],
  ["notDictionary", null, "summer winter", "Summ3r2024!"],
  ["notCommon", null, "pAssport!", "P@ssw0rd123"],
  ["notCommon", null, "Tr0ubador&3", "12345678"],
  ["notOwnWords", "contoso", "Con-toso-77", "my-C0NTOS0-77"],
  ["regex", "^[A-Z].*[0-9]$", "Abc1", "abc1"],
];

describe("a rule of a password policy", () => {
  it.each<Case>(cases)("%s %j takes %j and not %j", (...[rule, value, good, bad, facts = {}]) => {
    const names = (password: string) =>
      brokenRules(only(rule, value), { ...nobody, ...facts, password }).map(({ rule: broken }) => broken);
    expect(names(good)).toEqual([]);
    expect(names(bad)).toEqual([`${passwordRules[rule].group}.${rule}`]);
  });

  it.each([
    [null, false],
    [1, true],
    [3, true],
    [4, false],
  ])("notHistory 3 looks at the last three passwords: used %j before", (usedBefore, broken) => {
    expect(brokenRules(only("notHistory", 3), { ...nobody, usedBefore: { known: usedBefore } }).length > 0).toBe(
      broken,
    );
  });

  it.each([
    ["secret-one", "secret-two", true],
    ["secret-one", "SECRET-OxE", true],
    ["secret-one", "another-place", false],
    [null, "secret-one", false],
  ])("notOldPasswordSimilar 4: %j, then %j", (oldPassword, password, broken) => {
    expect(
      brokenRules(only("notOldPasswordSimilar", 4), { ...nobody, oldPassword: { known: oldPassword }, password })
        .length > 0,
    ).toBe(broken);
  });

  it("has a case for each rule that the service judges itself", () => {
    const covered = new Set<string>([
      ...cases.map(([name]) => name),
      "notHistory",
      "notOldPasswordSimilar",
      "notBreached",
    ]);
    expect(Object.keys(passwordRules).filter((name) => !covered.has(name))).toEqual(["plugin"]);
  });

  it("is told by its name, its value and the way out, or in the words of the policy", () => {
    const broken = (message: string | null) =>
      brokenRules(only("minLength", 9, "warning", message), { ...nobody, password: "geheim" });
    expect(broken(null)).toEqual([
      {
        rule: "length.minLength",
        mode: "warning",
        message: "minLength 9: The password must have at least 9 characters; choose a longer one.",
        isUnchecked: false,
      },
    ]);
    expect(broken("Ask the help desk.")[0]?.message).toBe("minLength 9: Ask the help desk.");
  });

  it.each([
    ["notProfileId", "ids"],
    ["notNameParts", "names"],
    ["notHistory", "usedBefore"],
    ["notOldPasswordSimilar", "oldPassword"],
  ] as const)("is told where it could not be checked, and refuses nothing then: %s without %s", (rule, fact) => {
    const facts = { ...nobody, [fact]: { unknown: "nobody has said it" } };
    const broken = brokenRules(only(rule, rule.startsWith("notH") || rule.startsWith("notO") ? 3 : null), facts);
    expect(broken).toMatchObject([{ mode: "required", isUnchecked: true }]);
    expect(refusingRules(broken)).toEqual([]);
    expect(warningsOf(broken).map(({ message }) => message)).toEqual([
      expect.stringContaining("This rule could not be checked, because nobody has said it."),
    ]);
  });

  it("refuses where the caller could have given what it needs, and says how", () => {
    const oldPassword = { unknown: "it was not entered", wayOut: "Enter the old one." };
    const broken = brokenRules(only("notOldPasswordSimilar", 3), { ...nobody, oldPassword });
    expect(refusingRules(broken)).toHaveLength(1);
    expect(broken[0]?.message).toBe(
      "notOldPasswordSimilar 3: This rule could not be checked, because it was not entered. Enter the old one.",
    );
    const told = brokenRules(only("notOldPasswordSimilar", 3, "warning"), { ...nobody, oldPassword });
    expect([refusingRules(told), warningsOf(told).length]).toEqual([[], 1]);
  });

  it.each([
    [{ known: false }, "required", "kept"],
    [{ known: true }, "required", "refused"],
    [{ known: true }, "warning", "warned"],
    [{ unknown: "there is no list", wayOut: "Build one." }, "required", "refused"],
    [{ unknown: "there is no list", wayOut: "Build one." }, "warning", "warned"],
  ] as const)(
    "notBreached refuses what it does not know where it is required: %j, %s, is %s",
    (breached, mode, end) => {
      const broken = brokenRules(only("notBreached", null, mode), { ...nobody, breached });
      const ends = { kept: [0, 0], refused: [1, 0], warned: [0, 1] };
      expect([refusingRules(broken).length, warningsOf(broken).length]).toEqual(ends[end]);
    },
  );

  it("is not broken where it is disabled, and all that are broken are named", () => {
    expect(brokenRules(only("minLength", 9, "disabled"), nobody)).toEqual([]);
    const broken = brokenRules(initialRules(), {
      ...nobody,
      password: "ada",
      ids: { known: ["ada"] },
      usedBefore: { known: 1 },
    });
    expect(broken.map(({ rule }) => rule)).toEqual([
      "length.minLength",
      "character.minUpper",
      "character.minDigits",
      "dictionary.notProfileId",
      "history.notHistory",
    ]);
    expect(JSON.stringify(brokenRules(initialRules(), { ...nobody, password: "xyz-q" }))).not.toContain("xyz-q");
  });
});

describe("the words for a person", () => {
  it.each([
    ["length.minLength", "minLength 9: The password must be longer.", "The password must be longer."],
    ["dictionary.notProfileId", "notProfileId: Leave out: your id.", "Leave out: your id."],
    ["custom.regex", "regex ^a: b$: The password must fit it.", "The password must fit it."],
    ["custom.plugin", "plugin words: The plug-in refuses the password: no.", "The plug-in refuses the password: no."],
    ["length.minLength", "Of another form: kept.", "Of another form: kept."],
  ])("of %s have neither its name nor its value", (rule, message, words) => {
    expect(plainWords({ rule, message })).toBe(words);
  });
});

it("finds the rules about a person alone in a password that was made by its policy", () => {
  const { group } = passwordRules.notProfileId;
  const rules = changedRules(only("minLength", 40), { [group]: { notProfileId: { mode: "required" } } });
  const candidate = { ...factsOfNobody, ids: { known: ["lovelace"] }, password: "xx-lovelace-1" };
  const named = (broken: readonly BrokenRule[]) => refusingRules(broken).map(({ rule }) => rule);
  expect(named(brokenRules(rules, candidate))).toEqual([
    `${passwordRules.minLength.group}.minLength`,
    `${group}.notProfileId`,
  ]);
  expect(named(brokenForPerson(rules, candidate))).toEqual([`${group}.notProfileId`]);
});
