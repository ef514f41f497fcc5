import { describe, expect, test } from "vitest";

import { createPolicyEngine, type PolicyQuestion } from "./engine.ts";
import type { Principal } from "./principal.ts";
import type { ResourceName } from "./resources.ts";

const ada: Principal = {
  key: "a",
  id: "ada",
  superuser: false,
  classes: ["_HELP_DESK_"],
  attributes: { city: ["Bern"] },
};

function explain(expression: string, question: Partial<PolicyQuestion> = {}, resource: ResourceName = "account") {
  const engine = createPolicyEngine([{ name: "p", resource, expression }]);
  const found = engine.explain("p", { principal: ada, ...question });
  if (found === undefined) throw new Error("there is no explanation");
  return found;
}

const values = (expression: string, question?: Partial<PolicyQuestion>) =>
  explain(expression, question).parts.map(({ depth, text, value }) => [depth, text, value]);

describe("every part of a policy is told with its value", () => {
  test("operators, functions and fields", () => {
    const expression = "IsSuperuser() || (resource.enabled && resource.userKey == principal.key)";
    expect(values(expression, { resource: { enabled: true, userKey: "b" } })).toEqual([
      [0, "IsSuperuser() || (resource.enabled && (resource.userKey == principal.key))", "false"],
      [1, "IsSuperuser()", "false"],
      [1, "resource.enabled && (resource.userKey == principal.key)", "false"],
      [2, "resource.enabled", "true"],
      [2, "resource.userKey == principal.key", "false"],
      [3, "resource.userKey", '"b"'],
      [3, "principal.key", '"a"'],
    ]);
  });

  test("a macro as a whole and the list it runs over", () => {
    expect(values("GetProfileAttributeValues('city').exists(c, c == 'Bern')")).toEqual([
      [0, 'GetProfileAttributeValues("city").exists(c, c == "Bern")', "true"],
      [1, 'GetProfileAttributeValues("city")', '["Bern"]'],
    ]);
  });

  test("maps and lists as JSON", () => {
    expect(values("'x' in [principal.id] || size(principal.attributes) == 1").slice(2)).toEqual([
      [2, "[principal.id]", '["ada"]'],
      [3, "principal.id", '"ada"'],
      [1, "size(principal.attributes) == 1", "true"],
      [2, "size(principal.attributes)", "1"],
      [3, "principal.attributes", '{"city":["Bern"]}'],
    ]);
  });
});

test("each part has its place in the text", () => {
  const { parts } = explain("IsSuperuser() ||\n  resource.locked");
  expect(parts.map(({ text, line, column }) => [text, line, column])).toEqual([
    ["IsSuperuser() || resource.locked", 1, expect.any(Number)],
    ["IsSuperuser()", 1, expect.any(Number)],
    ["resource.locked", 2, expect.any(Number)],
  ]);
});

test("without a resource, what depends on it stays open", () => {
  const { parts, rows } = explain("IsSuperuser() || resource.userKey == principal.key");
  expect(parts.map(({ text, outcome }) => [text, outcome])).toEqual([
    ["IsSuperuser() || (resource.userKey == principal.key)", "open"],
    ["IsSuperuser()", "value"],
    ["resource.userKey == principal.key", "open"],
    ["resource.userKey", "open"],
    ["principal.key", "value"],
  ]);
  expect(rows).toBe("userKey eq 'a'");
});

test("a part that fails says why", () => {
  const { parts, allowed } = explain("principal.attributes.none == ['x']");
  expect(allowed).toBe(false);
  expect(parts[0]).toMatchObject({ outcome: "failed", value: expect.stringContaining("none") });
});

test("a long value is cut", () => {
  const classes = Array.from({ length: 100 }, (_, index) => `class-${index}`);
  const { parts } = explain("'x' in principal.classes", { principal: { ...ada, classes } });
  expect(parts[1]?.value).toMatch(/^\["class-0".{190}…$/);
});

test("what cannot be asked cannot be explained", () => {
  expect(createPolicyEngine([]).explain("p", { principal: ada })).toBeUndefined();
});
