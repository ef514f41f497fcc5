import { describe, expect, test } from "vitest";

import { checkExpression } from "./checker.ts";
import { parseExpression } from "./expression.ts";
import { policyResources } from "./resources.ts";

function check(text: string, withResource = true): string[] {
  const parsed = parseExpression(text);
  if ("findings" in parsed) throw new Error(`${text}: ${parsed.findings[0]?.message}`);
  const findings = checkExpression(parsed.expression, withResource ? policyResources.request : null, parsed.at);
  return findings.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

describe("it accepts", () => {
  test.each([
    "true",
    "!(1 < 2) || 'a' + 'b' == 'ab'",
    "has(resource.requesterKey)",
    "principal.attributes.city == ['Ulm']",
    "principal.attributes['city'].exists(c, c.startsWith('U') && c != principal.id)",
    "principal.classes.all(c, c.size() < 10) && size(principal.classes) == 2",
    "principal.classes.filter(c, c.contains('x')).exists(c, c.matches('^a+$'))",
    "principal.classes.exists_one(c, c == 'x')",
    "principal.classes.map(c, c + 'x') == ['ax']",
    "principal.superuser ? resource.active : resource.status in ['C', 'D']",
  ])("%s", (text) => {
    expect(check(text)).toEqual([]);
  });
});

describe("it refuses with line, column and the nearest name", () => {
  test.each([
    ["principle.key == 'a'", "1:1 The name 'principle' is not known here. Did you mean 'principal'?"],
    [
      "true ||\n  resource.requsterKey == 'a'",
      "2:12 The field 'resource.requsterKey' is not known here. Did you mean 'resource.requesterKey'?",
    ],
    [
      "principal.passwordHash == 'a'",
      "1:11 The field 'principal.passwordHash' is not known here. Known are: principal.attributes, principal.classes, principal.id, principal.key, principal.superuser.",
    ],
    ["issuperuser()", "1:1 The function 'issuperuser' is not known here. Did you mean 'IsSuperuser'?"],
    ["'a'.startswith('a')", "1:5 The function 'startswith' is not known here. Did you mean 'startsWith'?"],
    [
      "timestamp('2026-01-01T00:00:00Z') < timestamp('2027-01-01T00:00:00Z')",
      "1:1 The function 'timestamp' is not known here.",
    ],
    ["IsSuperuser(principal)", "1:1 'IsSuperuser' takes 0 values, not 1."],
    ["'a'.IsSuperuser()", "1:5 'IsSuperuser' takes 0 values, not 1."],
    ["startsWith('a', 'b')", "1:1 'startsWith' is written x.startsWith(…)."],
    ["exists(principal.classes, true)", "1:1 'exists' is written list.exists(x, …)."],
    ["principal == resource", "1:1 'principal' stands only before a field: principal.<field>."],
    ["resource['key'] == 'a'", "1:1 'resource' stands only before a field: resource.<field>."],
    ["principal.id.first == 'a'", "1:11 A value of type string has no field 'first'."],
    ["b'a' == b'a'", "1:1 A constant must be a text, a number, true, false or null."],
    ["1u == 1u", "1:1 A constant must be a text, a number, true, false or null."],
    ["{'a': 1} == {'a': 1}", "1:1 Messages and maps cannot be made in a policy."],
    ["Foo{} == Foo{}", "Messages and maps cannot be made in a policy."],
    ["principal.classes.exists(a, principal.classes.exists(b, a == b))", "may not stand inside another."],
    ["principal.id.exists(c, c == 'a')", "A macro runs over a list, not over a value of type string."],
    ["'a' in principal.attributes", "Here must stand a list, not a value of type map."],
    ["'a' in principal.id", "Here must stand a list, not a value of type string."],
    ["principal.classes.exists(c, d == c)", "The name 'd' is not known here."],
  ])("%s", (text, finding) => {
    expect(check(text).join("\n")).toContain(finding);
  });

  test("resource where there is none", () => {
    expect(check("resource.key == 'a'", false)).toEqual([
      "1:1 The name 'resource' is not known here. Known are: principal.",
    ]);
  });
});

describe("it refuses what cannot give true or false", () => {
  test.each([
    ["principal.id", "type string"],
    ["1 + 2", "type dyn"],
    ["null", "type null"],
    ["principal.classes", "type list"],
    ["principal.classes.map(c, c == 'x')", "type list"],
    ["principal.attributes.admin", "type dyn"],
    ["principal.superuser ? true : 'no'", "type dyn"],
    ["resource.createdAt", "type number"],
  ])("%s", (text, type) => {
    expect(check(text)).toEqual([
      expect.stringContaining(`A policy must give true or false; this one gives a value of ${type}.`),
    ]);
  });

  test.each(["'a' && true", "!principal.id", "true || 1", "principal.id ? true : false"])("%s", (text) => {
    expect(check(text)).toEqual([expect.stringContaining("Here must stand true or false")]);
  });
});

test("200 nodes are the limit", () => {
  expect(check(Array.from({ length: 100 }, () => "true").join("||"))).toEqual([]);
  expect(check(Array.from({ length: 101 }, () => "true").join("||"))).toEqual([
    "1:1 A policy has at most 200 nodes; this one has 201.",
  ]);
});
