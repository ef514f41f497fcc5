import { expect, test } from "vitest";

import { createRandom } from "#domain/random.fixture.ts";

import { compilePolicy } from "./compile-policy.ts";
import { createPolicyEngine } from "./engine.ts";

const tokens = [
  "principal",
  "resource",
  ".key",
  ".classes",
  ".attributes",
  ".status",
  ".active",
  "IsSuperuser()",
  "'a'",
  "'",
  '"',
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "==",
  "!=",
  "<",
  "&&",
  "||",
  "!",
  "?",
  ":",
  ",",
  " in ",
  ".exists(x, x == 'a')",
  "x",
  "1",
  "-",
  "null",
  "true",
  "has(",
  ".size()",
  "//",
  "\n",
  "\\",
  "\u0000",
  "é",
  "__proto__",
  ".constructor",
  "b'",
  "r'",
  "1u",
  "1e999",
];

test("8,000 random texts are accepted or refused with a place, never worse; what is accepted answers without failing", () => {
  const random = createRandom(404);
  const principal = { key: "a", id: "a", superuser: false, classes: ["a"] };
  let accepted = 0;
  for (let round = 0; round < 8000; round++) {
    const expression = Array.from({ length: 1 + random.below(8) }, () => random.pick(tokens)).join("");
    const policy = { name: "x_get", resource: "request" as const, expression };
    const check = compilePolicy(policy);
    if ("findings" in check) {
      expect(check.findings.length).toBeGreaterThan(0);
      for (const { line, column, message } of check.findings) {
        if (!(line >= 1 && column >= 1 && /[.?]$/.test(message)))
          expect({ expression, line, column, message }).toBe("well-formed");
      }
      continue;
    }
    accepted++;
    const engine = createPolicyEngine([policy]);
    expect(
      typeof engine.decide("x_get", { principal, resource: { key: "a", status: "a", active: true } }).allowed,
    ).toBe("boolean");
    expect(engine.rowPredicate("x_get", principal)).toHaveProperty("kind");
  }
  expect(accepted).toBeGreaterThan(30);
});

test("policies with one text are checked each by its own resource", () => {
  const expression = "resource.id == principal.id";
  const engine = createPolicyEngine(
    [
      { name: "knows", resource: "user", expression },
      { name: "doesNotKnow", resource: null, expression },
    ],
    { broken: "deny" },
  );
  expect(engine.fault("knows")).toBeUndefined();
  expect(engine.fault("doesNotKnow")).toContain("resource");
});
