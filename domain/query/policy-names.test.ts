import { expect, test } from "vitest";

import type { BoundQuery, Expression } from "./bound-query.ts";
import { policyNames } from "./policy-names.ts";

const empty: BoundQuery = {
  source: "people",
  policy: "people_get_list",
  columns: ["key"],
  computed: [],
  where: null,
  search: null,
  orderBy: [],
  top: null,
  skip: 0,
  after: null,
  count: false,
  expand: [],
};

const column = (...policies: string[]): Expression => ({
  kind: "column",
  type: "boolean",
  column: "active",
  scope: 0,
  via: policies.map((policy) => ({ relation: "boss", policy })),
});

const some = (policy: string, where: Expression | null, via: readonly string[] = []): Expression => ({
  kind: "any",
  scope: 0,
  via: via.map((name) => ({ relation: "boss", policy: name })),
  relation: "friends",
  policy,
  where,
});

test("a query alone has its own policy", () => {
  expect(policyNames(empty)).toEqual(["people_get_list"]);
});

test.each<readonly [string, Expression]>([
  ["a column over steps", column("a", "b")],
  ["not", { kind: "not", of: column("a", "b") }],
  ["and", { kind: "and", of: [column("a"), column("b")] }],
  ["compare", { kind: "compare", operator: "eq", left: column("a"), right: column("b") }],
  ["in", { kind: "in", of: column("a"), values: [column("b")] }],
  ["arithmetic", { kind: "arithmetic", operator: "add", type: "integer", left: column("a"), right: column("b") }],
  ["negate", { kind: "negate", type: "integer", of: column("a", "b") }],
  [
    "choice",
    { kind: "choice", type: "string", cases: [{ when: column("a"), gives: column("b") }], otherwise: column("a") },
  ],
  ["call", { kind: "call", name: "concat", type: "string", arguments: [column("a"), column("b")] }],
  ["any", some("b", null, ["a"])],
  ["any around a column", some("a", column("b"))],
  ["any around any", some("a", some("b", { kind: "literal", type: "boolean", value: true }))],
])("%s: the policies of its parts, those of the way first", (_, where) => {
  expect(policyNames({ ...empty, where })).toEqual(["people_get_list", "a", "b"]);
});

test("computed values, orders and expansions count, too, each policy once", () => {
  const query: BoundQuery = {
    ...empty,
    computed: [{ name: "c", expression: column("c") }],
    orderBy: [{ expression: column("c", "o"), descending: false }],
    expand: [
      {
        name: "friends",
        relation: "friends",
        many: true,
        shape: "entities",
        query: { ...empty, policy: "e", where: column("f") },
      },
    ],
  };
  expect(policyNames(query)).toEqual(["people_get_list", "c", "o", "e", "f"]);
});
