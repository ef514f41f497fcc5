import { expect, test } from "vitest";

import type { BoundQuery, Expression } from "./bound-query.ts";
import { foldQuery } from "./fold.ts";

const column: Expression = { kind: "column", type: "string", column: "id", scope: 0, via: [] };
const text = (value: string): Expression => ({ kind: "literal", type: "string", value });

function asked(where: Expression): BoundQuery {
  return {
    source: "users",
    policy: "any",
    columns: ["key"],
    computed: [],
    where,
    search: null,
    orderBy: [],
    top: null,
    skip: 0,
    after: null,
    count: false,
    expand: [],
  };
}

test("what needs no row becomes its value", () => {
  const small: Expression = { kind: "call", name: "tolower", type: "string", arguments: [text("ÄB")] };
  const where: Expression = { kind: "compare", operator: "eq", left: column, right: small };
  expect(foldQuery(asked(where), 0).where).toEqual({ ...where, right: text("äb") });
});

test("now is the time of the call", () => {
  const now: Expression = { kind: "call", name: "now", type: "moment", arguments: [] };
  expect(foldQuery(asked(now), 42).where).toEqual({ kind: "literal", type: "moment", value: 42 });
});

test("a query without such parts stays the same object", () => {
  const query = asked({ kind: "compare", operator: "eq", left: column, right: text("a") });
  expect(foldQuery(query, 0)).toBe(query);
});

test("a condition of literals inside a lambda folds too", () => {
  const inner: Expression = { kind: "compare", operator: "eq", left: text("a"), right: text("a") };
  const where: Expression = { kind: "any", scope: 0, via: [], relation: "accounts", policy: "any", where: inner };
  expect(foldQuery(asked(where), 0).where).toMatchObject({ where: { kind: "literal", type: "boolean", value: true } });
});
