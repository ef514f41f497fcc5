import { describe, expect, test } from "vitest";

import { always, anyOf, eq, gt, lt, never, noneOf, oneOf, related, startsWith } from "#domain/query/condition.ts";
import type { RowValues } from "#domain/query/evaluate-expression.ts";
import { matches, type RelatedRows } from "#domain/query/matches.fixture.ts";
import { createRandom, type Random } from "#domain/random.fixture.ts";
import { testSize } from "#test/support/test-size.ts";

import { createPolicyEngine } from "./engine.ts";
import type { Principal } from "./principal.ts";

type Row = RowValues & { readonly authorizerKeys: readonly string[] };

const rounds = testSize(150, 500);

const relatedRows: RelatedRows = (relation, row) => {
  if (relation !== "authorizers") throw new RangeError(relation);
  return (row as Row).authorizerKeys.map((userKey) => ({ userKey }));
};

const ada: Principal = {
  key: "a",
  id: "b",
  superuser: false,
  classes: ["a", "c"],
  attributes: { city: ["b"], none: [] },
};
const root: Principal = { ...ada, key: "c", superuser: true };

const rule = (expression: string, principal = ada) =>
  createPolicyEngine([{ name: "x_get_list", resource: "request", expression }]).rowPredicate("x_get_list", principal);

describe("what touches resource becomes a condition, the rest is folded in", () => {
  test.each([
    ["IsSuperuser() || resource.status == 'W'", eq("status", "W")],
    ["'W' != resource.status", noneOf(eq("status", "W"))],
    ["resource.createdAt < 1 + 2", lt("createdAt", 3)],
    ["3 < resource.createdAt", gt("createdAt", 3)],
    ["resource.status in ['W', principal.id, null]", anyOf(eq("status", null), oneOf("status", ["W", "b"]))],
    ["principal.key in resource.authorizerKeys", related("authorizers", eq("userKey", "a"))],
    ["resource.status.startsWith(principal.id + 'x')", startsWith("status", "bx")],
    ["resource.status.startsWith(principal.attributes.missing)", never],
    ["!resource.active", eq("active", false)],
    ["resource.status == null", eq("status", null)],
    ["resource.status in GetProfileAttributeValues('city')", oneOf("status", ["b"])],
    ["resource.status in principal.attributes.missing", never],
    ["resource.status == 1", never],
    ["resource.key == principal.attributes.missing || true", always],
  ])("%s", (expression, predicate) => {
    expect(rule(expression)).toEqual(predicate);
  });

  test("for a superuser nothing is left of it", () => {
    expect(rule("IsSuperuser() || resource.status == 'W'", root)).toEqual(always);
  });
});

test.each([
  "resource.status.endsWith('a')",
  "'abc'.startsWith(resource.status)",
  "resource.createdAt.startsWith('1')",
  "resource.status.startsWith(resource.number)",
  "resource.requesterKey == resource.recipientKey",
  "resource.status < 'b'",
  "resource.status + 'x' == 'ax'",
  "resource.createdAt - 1 > 5",
  "size(resource.authorizerKeys) == 0",
  "resource.authorizerKeys.exists(k, k == 'a')",
  "principal.classes.exists(c, c == resource.status)",
  "resource.authorizerKeys == ['a']",
  "resource.requesterKey in resource.authorizerKeys",
  "resource.requesterKey in [resource.recipientKey]",
  "has(resource.status)",
  "(principal.superuser ? resource.status : resource.number) == 'a'",
])("%s is refused when the engine is made", (expression) => {
  expect(() => rule(expression)).toThrow(/^x_get_list:1:\d+: This cannot be asked of a database/);
});

function randomValue(random: Random): string {
  return random.pick([
    "'a'",
    "'b'",
    "''",
    "null",
    "1",
    "2.0",
    "true",
    "principal.key",
    "principal.id",
    "principal.superuser",
    "principal.attributes.missing",
  ]);
}

function randomList(random: Random): string {
  return random.pick([
    "principal.classes",
    "principal.attributes.city",
    "principal.attributes.missing",
    "GetProfileAttributeValues('none')",
    `[${randomValue(random)}, ${randomValue(random)}]`,
    "[]",
  ]);
}

function randomAtom(random: Random): string {
  const field = random.pick(["requesterKey", "recipientKey", "status", "createdAt", "active"]);
  const order = random.pick(["<", "<=", ">", ">="]);
  return random.pick([
    () => `resource.${field} ${random.pick(["==", "!="])} ${randomValue(random)}`,
    () => `${randomValue(random)} ${random.pick(["==", "!="])} resource.${field}`,
    () => `resource.createdAt ${order} ${randomValue(random)}`,
    () => `${randomValue(random)} ${order} resource.createdAt`,
    () => `resource.${field} in ${randomList(random)}`,
    () => `${randomValue(random)} in resource.authorizerKeys`,
    () => "resource.active",
    () =>
      `resource.status.startsWith(${random.pick(["'a'", "''", "principal.id", "1", "principal.attributes.missing"])})`,
    () => "IsSuperuser()",
    () => `'a' in ${randomList(random)}`,
    () => "principal.key < principal.attributes.missing",
  ])();
}

function randomExpression(random: Random, depth: number): string {
  if (depth === 0 || random.below(5) === 0) return randomAtom(random);
  const [a, b, c] = [0, 1, 2].map(() => randomExpression(random, depth - 1));
  return random.pick([`(${a} || ${b})`, `(${a} && ${b})`, `!(${a})`, `(${a} ? ${b} : ${c})`]);
}

function randomRow(random: Random): Row {
  const key = () => random.pick(["a", "b", "c", "", null]);
  return {
    requesterKey: key(),
    recipientKey: key(),
    status: key(),
    createdAt: random.pick([0, 1, 2, 3, null]),
    active: random.pick([true, false, null]),
    authorizerKeys: random.shuffle(["a", "b", "c"]).slice(0, random.below(4)),
  };
}

test(`over ${rounds} random policies and 60 rows the condition finds exactly the rows that the policy allows one by one`, () => {
  const random = createRandom(2711);
  let found = 0;
  for (let round = 0; round < rounds; round++) {
    const expression = randomExpression(random, 3);
    const engine = createPolicyEngine([{ name: "x_get_list", resource: "request", expression }]);
    for (const principal of [ada, root]) {
      const predicate = engine.rowPredicate("x_get_list", principal);
      for (let index = 0; index < 30; index++) {
        const row = randomRow(random);
        const allowed = engine.decide("x_get_list", { principal, resource: row }).allowed;
        if (matches(predicate, row, relatedRows) !== allowed) {
          expect({ expression, row, principal: principal.id, predicate, found: !allowed }).toEqual({ allowed });
        }
        found += Number(allowed);
      }
    }
  }
  // Neither all nor nothing: the comparison must have had something to compare.
  expect(found).toBeGreaterThan(rounds * 6);
  expect(found).toBeLessThan(rounds * 54);
});
