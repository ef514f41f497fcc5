import { describe, expect, it, test } from "vitest";

import { createRandom, type Random } from "../random.fixture.ts";
import { generatePassword } from "./generate-password.ts";
import { brokenRules, type PasswordCandidate, refusingRules, warningsOf } from "./password-check.ts";
import {
  changedRules,
  initialRules,
  passwordRules,
  type PolicyRules,
  type RuleChange,
  type RuleChanges,
  type RuleName,
  ruleNames,
  ruleOf,
} from "./password-rules.ts";
import { strictest } from "./strictest.ts";

const disabled = ruleNames.reduce(
  (rules, name) => changedRules(rules, one(name, { mode: "disabled" })),
  initialRules(),
);

function one(name: RuleName, change: RuleChange): RuleChanges {
  return { [passwordRules[name].group]: { [name]: change } };
}

const policy = (rules: Partial<Record<RuleName, RuleChange>>): PolicyRules =>
  Object.entries(rules).reduce((made, [name, change]) => changedRules(made, one(name as RuleName, change)), disabled);
const required = (value: number | string | null, message: string | null = null) =>
  ({ mode: "required", value, message }) as const;
const warning = (value: number | string | null) => ({ mode: "warning", value, message: null }) as const;

const patterns = ["^[a-c]", "[xyz1]$", "a.*b", "^.{2,6}$"];
const values: Readonly<Partial<Record<RuleName, readonly (number | string | null)[]>>> = {
  minLength: [1, 3, 5],
  maxLength: [4, 6, 8],
  minUpper: [0, 1, 2],
  minLower: [0, 1, 2],
  minDigits: [0, 1, 2],
  minSpecial: [0, 1],
  maxRepeat: [1, 2],
  maxSequence: [1, 2],
  beginsWithLetter: [null],
  allowedChars: ["abcAB1-", "aB12-x", "xyz1"],
  forbiddenChars: ["b", "1-", "xb"],
  notProfileId: [null],
  notNameParts: [null],
  notCommon: [null],
  notOwnWords: ["abca", "xyz1 abca", "aabb"],
  notBreached: [null],
  notHistory: [1, 5],
  notOldPasswordSimilar: [1, 3],
  regex: patterns,
};

function randomPolicy(random: Random): PolicyRules {
  const rules = Object.entries(values).flatMap(([name, some]): [string, RuleChange][] => {
    if (random.below(3) > 0) return [];
    const mode = random.pick(["required", "required", "warning"] as const);
    return [[name, { mode, value: random.pick(some), message: random.pick([null, null, `about ${name}`]) }]];
  });
  return policy(Object.fromEntries(rules));
}

function randomCandidate(random: Random): PasswordCandidate {
  const text = (most: number) =>
    Array.from({ length: 1 + random.below(most) }, () => random.pick(Array.from("abcABxyz12-"))).join("");
  return {
    password: text(8),
    ids: { known: [text(3)] },
    names: { known: [text(4)] },
    oldPassword: { known: random.pick([null, text(6)]) },
    usedBefore: { known: random.pick([null, 1, 4, 9]) },
    breached: { known: random.pick([true, false]) },
  };
}

test("refuses what one of the policies refuses, warns of what one warns of, and nothing else, by the same rules", () => {
  const random = createRandom(43);
  for (let round = 0; round < 400; round++) {
    const policies = Array.from({ length: 1 + random.below(4) }, () => randomPolicy(random));
    const together = strictest(policies);
    for (let count = 0; count < 25; count++) {
      const candidate = randomCandidate(random);
      const names = (rules: PolicyRules, of: "refused" | "told") => {
        const broken = brokenRules(rules, candidate);
        const refused = refusingRules(broken).map(({ rule }) => rule);
        const told = warningsOf(broken).map(({ rule }) => rule);
        // A rule that refuses a password warns of nothing more.
        return of === "refused" ? refused : told.filter((rule) => !refused.includes(rule));
      };
      const apart = (of: "refused" | "told") => new Set(policies.flatMap((rules) => names(rules, of)));
      const what = JSON.stringify([candidate.password, policies]);
      const refused = apart("refused");
      expect(new Set(names(together, "refused")), what).toEqual(refused);
      const told = new Set([...apart("told")].filter((rule) => !refused.has(rule)));
      expect(new Set(names(together, "told")), what).toEqual(told);
    }
  }
});

test("is the same in whatever order the policies come, and of one policy twice the policy", () => {
  const random = createRandom(5);
  const plain = (rules: PolicyRules) =>
    ruleNames.map((name) =>
      [rules, ...(rules.further ?? [])]
        .map((layer) => ruleOf(layer, name))
        .filter(({ mode }) => mode !== "disabled")
        .map(({ mode, value }) => `${mode} ${Array.from(String(value)).toSorted().join("")}`)
        .toSorted(),
    );
  for (let round = 0; round < 300; round++) {
    const policies = [randomPolicy(random), randomPolicy(random), randomPolicy(random)];
    expect(plain(strictest(random.shuffle(policies)))).toEqual(plain(strictest(policies)));
    const [first = initialRules()] = policies;
    expect(plain(strictest([first, first]))).toEqual(plain(first));
  }
});

describe("a rule of several policies", () => {
  it.each<[string, PolicyRules[], RuleName, [string, unknown][]]>([
    [
      "the larger minimum",
      [policy({ minLength: required(8) }), policy({ minLength: required(15) })],
      "minLength",
      [["required", 15]],
    ],
    [
      "the smaller maximum",
      [policy({ maxRepeat: required(3) }), policy({ maxRepeat: required(2) })],
      "maxRepeat",
      [["required", 2]],
    ],
    [
      "common characters",
      [policy({ allowedChars: required("abc1") }), policy({ allowedChars: required("1cx") })],
      "allowedChars",
      [["required", "c1"]],
    ],
    [
      "all forbidden ones",
      [policy({ forbiddenChars: required("ab") }), policy({ forbiddenChars: required("bc") })],
      "forbiddenChars",
      [["required", "abc"]],
    ],
    [
      "each pattern",
      [policy({ regex: required("^a") }), policy({ regex: required("z$") }), policy({ regex: required("^a") })],
      "regex",
      [
        ["required", "^a"],
        ["required", "z$"],
      ],
    ],
    [
      "a warning beside a weaker demand",
      [policy({ minDigits: required(1) }), policy({ minDigits: warning(3) })],
      "minDigits",
      [
        ["required", 1],
        ["warning", 3],
      ],
    ],
    [
      "no warning of what is demanded",
      [policy({ minDigits: required(3) }), policy({ minDigits: warning(1) })],
      "minDigits",
      [["required", 3]],
    ],
  ])("has %s", (_what, policies, name, expected) => {
    const { further = [], ...first } = strictest(policies);
    const rules = [first, ...further].map((layer) => ruleOf(layer, name)).filter(({ mode }) => mode !== "disabled");
    expect(rules.map(({ mode, value }) => [mode, value])).toEqual(expected);
  });

  it("keeps the message of the policy whose value counts, and the service's own for a value of neither", () => {
    const longer = policy({ minLength: required(12, "Twelve, please.") });
    expect(ruleOf(strictest([policy({ minLength: required(8, "Eight.") }), longer]), "minLength").message).toBe(
      "Twelve, please.",
    );
    const characters = [
      policy({ allowedChars: required("abc", "ABC") }),
      policy({ allowedChars: required("bcd", "BCD") }),
    ];
    expect(ruleOf(strictest(characters), "allowedChars")).toEqual(required("bc"));
  });
});

test("passwords are generated that keep all patterns of combined policies at once", () => {
  const random = createRandom(8);
  const together = strictest([
    policy({ regex: required("^[a-z]{4}") }),
    policy({ regex: required("[0-9]{3}$"), maxLength: required(12) }),
    policy({ regex: required("-"), minLength: required(10) }),
  ]);
  for (let count = 0; count < 20; count++) {
    const password = generatePassword(together, random.below) ?? "";
    expect(password).toMatch(/^(?=[a-z]{4})(?=.*-).{7,9}[0-9]{3}$/);
  }
  expect(
    generatePassword(strictest([policy({ regex: required("^a+$") }), policy({ regex: required("b") })]), random.below),
  ).toBeUndefined();
});
