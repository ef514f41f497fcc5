import { expect, test } from "vitest";

import type { Expression } from "./bound-query.ts";
import { allOf, always, anyOf, eq, ge, never, noneOf, oneOf, related, startsWith } from "./condition.ts";
import { printExpression } from "./print-expression.ts";

const name: Expression = { kind: "column", type: "string", column: "name", scope: 0, via: [] };
const two: Expression = { kind: "literal", type: "integer", value: 2 };
const count: Expression = { kind: "count", scope: 0, via: [], relation: "accounts", policy: null, where: null };
const boss = [{ relation: "boss", policy: "users_get" }];

test.each<[Expression, string]>([
  [always, "true"],
  [never, "false"],
  [eq("name", "O'Brien"), "name eq 'O''Brien'"],
  [eq("endedAt", null), "endedAt eq null"],
  [allOf(eq("a", 1), anyOf(eq("b", true), ge("c", 2.5))), "(a eq 1) and ((b eq true) or (c ge 2.5))"],
  [noneOf(oneOf("status", ["P", "A"])), "not (status in ('P','A'))"],
  [startsWith("name", "adm_"), "startswith(name,'adm_')"],
  [related("accounts"), "accounts/any()"],
  [
    related("groupMemberships", related("group", eq("shortId", "Admins"))),
    "groupMemberships/any(r1: r1/group/any(r2: r2/shortId eq 'Admins'))",
  ],
  [{ kind: "compare", operator: "gt", left: count, right: two }, "accounts/$count gt 2"],
  [{ ...count, where: eq("enabled", true) }, "accounts/$count($filter=enabled eq true)"],
  [{ kind: "and", of: [] }, "true"],
  [{ kind: "or", of: [] }, "false"],
  [{ kind: "column", type: "string", column: "id", scope: 0, via: boss }, "boss/id"],
  [{ kind: "negate", type: "integer", of: two }, "-2"],
  [
    {
      kind: "arithmetic",
      operator: "add",
      type: "integer",
      left: two,
      right: { kind: "negate", type: "integer", of: two },
    },
    "2 add (-2)",
  ],
  [
    { kind: "choice", type: "string", cases: [{ when: eq("a", 1), gives: name }], otherwise: two },
    "case(a eq 1:name,true:2)",
  ],
])("%j is printed as %s", (expression, text) => {
  expect(printExpression(expression)).toBe(text);
});
