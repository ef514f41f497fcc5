import { expect, test } from "vitest";

import { createRandom, type Random } from "#domain/random.fixture.ts";
import { testSize } from "#test/support/test-size.ts";

import { compilePolicy } from "./compile-policy.ts";
import { createPolicyEngine } from "./engine.ts";
import { functions, macros } from "./functions.ts";
import { readPolicyFile } from "./policy-file.ts";
import { type ResourceName, policyResources } from "./resources.ts";

const texts = testSize(2000, 10_000);
const files = testSize(300, 1000);
const sorts = Object.keys(policyResources) as ResourceName[];
const words: readonly string[] = [
  "principal",
  "resource",
  "principal.key",
  "principal.classes",
  "resource.key",
  "resource.userKey",
  "x",
  "true",
  "'a'",
  '"b"',
  "'''",
  '"""',
  "r'\\'",
  "b'x'",
  "1",
  "-2.5e3",
  "0x1F",
  "9223372036854775808u",
  "null",
  "in",
  "&&",
  "||",
  "!",
  "==",
  "!=",
  "<",
  ">=",
  "?",
  ":",
  "+",
  "-",
  "*",
  "%",
  ".",
  ",",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "//",
  "\n",
  "\t",
  " ",
  "\\",
  "\0",
  "é",
  "😀",
  "\ud800",
  "`",
  "$",
  "__proto__",
  "constructor",
  "toString",
  ...Object.keys(functions).filter((name) => /^[a-z]/i.test(name)),
  ...macros,
];

const makers: readonly ((random: Random) => string)[] = [
  (random) => Array.from({ length: random.below(60) }, () => random.pick(words)).join(random.pick(["", " "])),
  (random) => String.fromCharCode(...Array.from({ length: random.below(200) }, () => random.below(0x10_000))),
  (random) => random.pick(words).repeat(random.below(2500)),
  (random) => {
    const [open, close] = random.pick(["()", "[]", "{}"]);
    const depth = random.below(50);
    return (open ?? "").repeat(depth) + random.pick(words) + (close ?? "").repeat(random.below(depth + 2));
  },
  (random) => {
    const text = "IsSuperuser() || resource.key == principal.key || principal.classes.exists(c, c == 'x')";
    const at = random.below(text.length);
    const put = random.below(3) === 0 ? random.pick(words) : random.pick(["", " ", "\n", "! ", "(true) || "]);
    return text.slice(0, at) + put + text.slice(at + random.below(2));
  },
];

test(`${texts} random texts are refused with a place or can be asked; none of them throws`, () => {
  const random = createRandom(5102);
  const principal = { key: "a", id: "ada", superuser: false, classes: ["x"] };
  let [right, wrong] = [0, 0];
  for (let round = 0; round < texts; round++) {
    const expression = random.pick(makers)(random);
    const policy = { name: random.pick(["x_get_list", "x_delete"]), resource: random.pick(sorts), expression };
    const check = compilePolicy(policy);
    if ("compiled" in check) {
      right += 1;
      const engine = createPolicyEngine([policy]);
      const resource = { key: "a", userKey: null };
      expect(typeof engine.decide(policy.name, { principal, resource }).allowed).toBe("boolean");
      expect(engine.rowPredicate(policy.name, principal)).toHaveProperty("kind");
      expect(engine.explain(policy.name, { principal })?.parts.length).toBeGreaterThan(0);
      continue;
    }
    wrong += 1;
    for (const { line, column, message } of check.findings) {
      if (!(line >= 1 && column >= 1 && message !== "")) expect({ expression, line, column, message }).toEqual({});
    }
    expect(check.findings.length).toBeGreaterThan(0);
  }
  expect(right).toBeGreaterThan(texts / 100);
  expect(wrong).toBeGreaterThan(texts / 2);
});

test("random files of policies are read or refused; none of them throws", () => {
  const random = createRandom(77);
  for (let round = 0; round < files; round++) {
    const text = Array.from({ length: random.below(8) }, () =>
      random.pick(["users_get:\n", "accounts_delete:\n", "#", "\r\n", random.pick(makers)(random)]),
    ).join("");
    const read = readPolicyFile(text);
    if ("findings" in read) expect(read.findings.length).toBeGreaterThan(0);
    else expect(read.policies.length).toBeGreaterThan(0);
  }
});
