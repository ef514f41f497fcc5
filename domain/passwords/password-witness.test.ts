import { describe, expect, test } from "vitest";

import { brokenRules } from "./password-check.ts";
import { changedRules, initialRules, type RuleChanges } from "./password-rules.ts";
import { passwordThatKeeps } from "./password-witness.ts";

const required = (value?: number | string) => ({ mode: "required", value: value ?? null }) as const;
const policy = (changes: RuleChanges) => changedRules(initialRules(), changes);
const pattern = (value: string, more: RuleChanges = {}) => policy({ custom: { regex: required(value) }, ...more });
const noSorts = { minUpper: { value: 0 }, minLower: { value: 0 }, minDigits: { value: 0 } };
const letters = "(?:a|b|c|d|e|f|g|h|i|j|k|l|m)";

describe("a policy that can be kept", () => {
  test.each([
    ["the initial one", policy({})],
    ["a few characters", policy({ character: { allowedChars: required("aB3") } })],
    ["a pattern with its own length", pattern("^[A-Za-z0-9]{12,20}$")],
    ["a pattern of a script", pattern("^[α-ω]+[A-Z]+[a-z]+[0-9]+$")],
    [
      "a pattern that ends the password",
      pattern(`${letters}{1,60}[A-Z]{8}$`, { character: { minSpecial: required(1) } }),
    ],
    [
      "many of every sort, none beside its like",
      policy({
        character: {
          minUpper: { value: 40 },
          minLower: { value: 40 },
          minDigits: { value: 40 },
          maxRepeat: required(1),
          maxSequence: required(1),
        },
      }),
    ],
    [
      "letters of one sort that would be a common password",
      policy({ character: { ...noSorts, minLower: { value: 6 } }, length: { minLength: { value: 6 } } }),
    ],
    ["rules that only warn", policy({ character: { allowedChars: { mode: "warning", value: "abc" } } })],
  ] as const)("(%s) is proven by a password", (_what, rules) => {
    const password = passwordThatKeeps(rules) ?? "";
    const candidate = {
      password,
      ids: { known: ["ada"] },
      names: { known: ["Ada Abel"] },
      oldPassword: { known: null },
      usedBefore: { known: null },
      breached: { known: false },
    };
    expect(brokenRules(rules, candidate).filter(({ mode }) => mode === "required")).toEqual([]);
  });
});
