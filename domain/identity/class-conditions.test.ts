import { describe, expect, test } from "vitest";

import type { Expression } from "../query/bound-query.ts";
import { allOf, anyOf, eq, noneOf, oneOf, related } from "../query/condition.ts";
import { circleOf, classUse } from "./class-conditions.ts";

const inClass = (where: Expression) => related("classes", where);
const now: Expression = { kind: "call", name: "now", type: "moment", arguments: [] };
const none: Expression = { kind: "any", scope: 0, via: [], relation: "classes", policy: null, where: null };
const accounts: Expression = { ...none, relation: "accounts" };

describe("the condition of a class names the classes that it asks for", () => {
  test.each<[string, Expression, string[]]>([
    ["none", eq("displayName", "Ada"), []],
    ["none, though rows of another relation have ids", related("accounts", eq("id", "X")), []],
    ["one", inClass(eq("id", "IT")), ["IT"]],
    ["several", inClass(oneOf("id", ["IT", "HR"])), ["IT", "HR"]],
    ["each once", anyOf(inClass(eq("id", "IT")), noneOf(inClass(eq("id", "IT")))), ["IT"]],
    ["by either of two", inClass(anyOf(eq("id", "A"), eq("id", "B"))), ["A", "B"]],
    ["with more that must hold", inClass(allOf(eq("description", "x"), eq("id", "A"))), ["A"]],
  ])("%s", (_name, condition, classes) => expect(classUse(condition)).toEqual({ classes }));

  test("also inside of rows of another relation", () => {
    const below: Expression = { ...none, scope: 1, where: { ...eq("id", "IT") } };
    const named = { kind: "compare", operator: "eq", left: idOf(2), right: eqRight("IT") } as const;
    expect(classUse({ ...accounts, where: { ...below, where: named } })).toEqual({ classes: ["IT"] });
  });
});

const idOf = (scope: number): Expression => ({ kind: "column", type: "string", column: "id", scope, via: [] });
const eqRight = (value: string): Expression => ({ kind: "literal", type: "string", value });

describe("the condition of a class is refused", () => {
  test.each<[string, Expression, string]>([
    ["that asks for the time", { kind: "compare", operator: "lt", left: idOf(0), right: now }, "now()"],
    ["that asks for any class", none, "which classes"],
    ["that asks for classes by another column", inClass(eq("description", "x")), "which classes"],
    ["that asks for all but one", inClass({ ...eq("id", "A"), operator: "ne" } as Expression), "which classes"],
    ["of which one way names none", inClass(anyOf(eq("id", "A"), eq("description", "x"))), "which classes"],
    ["that asks whether all are one", { ...none, kind: "all", where: eqInside("A") }, "which classes"],
    ["whose id is the user's own", { ...none, where: eq("id", "A") }, "which classes"],
  ])("%s", (_name, condition, words) => expect(classUse(condition).fault).toContain(words));
});

function eqInside(id: string): Expression {
  return { kind: "compare", operator: "eq", left: idOf(1), right: eqRight(id) };
}

describe("a class contains itself", () => {
  const asked = new Map([
    ["A", ["B", "C"]],
    ["B", ["D"]],
    ["C", ["D", "A"]],
    ["D", []],
    ["S", ["S"]],
    ["X", ["A"]],
  ]);
  test.each<[string, string[] | undefined]>([
    ["A", ["A", "C", "A"]],
    ["C", ["C", "A", "C"]],
    ["S", ["S", "S"]],
    ["B", undefined],
    ["X", undefined],
    ["unknown", undefined],
  ])("%s: %o", (id, way) => expect(circleOf(id, asked)).toEqual(way));
});
