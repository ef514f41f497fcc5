import { describe, expect, test } from "vitest";

import type { Expression } from "../query/bound-query.ts";
import { always, eq, never } from "../query/condition.ts";
import type { RowValues } from "../query/evaluate-expression.ts";
import { matches } from "../query/matches.fixture.ts";
import { type CompiledImportRule, decidedBy, isToChange } from "./import-rules.ts";

const rule = (part: Partial<CompiledImportRule>): CompiledImportRule => ({
  objectType: "managedAccount",
  action: "bind",
  policyId: "P",
  policyMode: "push",
  matches: always,
  ...part,
});
const named = (value: string): Expression => eq("shortId", value);

/** A row whose relations are lists of rows under their names. */
const related = (relation: string, row: RowValues) => (row[relation] ?? []) as RowValues[];
const holds = (predicate: Expression, row: RowValues) => matches(predicate, row, related);

test("the first rule that matches decides, within the scope", () => {
  const rules = [rule({ matches: named("root") }), rule({ matches: never }), rule({ matches: always })];
  const decided = decidedBy(rules, eq("targetSystemKey", "T1"));
  const by = (shortId: string, targetSystemKey: string) =>
    decided.map((predicate) => matches(predicate, { shortId, targetSystemKey }));
  expect(by("root", "T1")).toEqual([true, false, false]);
  expect(by("ada", "T1")).toEqual([false, false, true]);
  expect(by("root", "T2")).toEqual([false, false, false]);
});

const system = (policyId: string) => [{ bindings: [{ policyId }] }];
const managed = (policyId: string, checkouts: object[] = []) => [{ policyId, checkouts }];
const out = [{ status: "checkedOut" }];
const back = [{ status: "checkedIn" }];

describe("an account is to change", () => {
  test.each<[Partial<CompiledImportRule>, RowValues, boolean]>([
    [{}, { managedSystems: system("P") }, true],
    [{}, {}, false],
    [{}, { managedSystems: system("Q") }, false],
    [{}, { managedSystems: system("P"), dependencies: [{}] }, false],
    [{}, { managedSystems: system("P"), managedAccounts: managed("P") }, false],
    [{}, { managedSystems: system("P"), managedAccounts: managed("Q") }, true],
    [{}, { managedSystems: system("P"), managedAccounts: managed("HISTORICAL") }, true],
    [{}, { managedSystems: system("P"), managedAccounts: managed("Q", out) }, false],
    [{}, { managedSystems: system("P"), managedAccounts: managed("Q", back) }, true],
    [{ action: "unbind", policyId: null }, { managedAccounts: managed("Q") }, true],
    [{ action: "unbind", policyId: null }, { managedAccounts: managed("HISTORICAL") }, false],
    [{ action: "unbind", policyId: "P" }, { managedAccounts: managed("Q") }, false],
    [{ action: "unbind", policyId: null }, { managedAccounts: managed("Q", out) }, false],
    [{ action: "delete", policyId: null }, { managedAccounts: managed("HISTORICAL") }, false],
    [{ action: "delete", policyId: null }, { managedAccounts: managed("P") }, true],
    [{ action: "delete", policyId: null }, { managedAccounts: managed("P", out) }, false],
    [{ action: "delete", policyId: null }, {}, false],
  ])("by %o where it is %o: %s", (part, row, expected) => {
    expect(holds(isToChange(rule(part)), row)).toBe(expected);
  });
});

describe("a system is to change", () => {
  const one = (mode: string, policies: string[], checkouts: object[] = [], enabled = true) => ({
    managedSystems: [
      { mode, enabled, bindings: policies.map((policyId) => ({ policyId })), managedAccounts: [{ checkouts }] },
    ],
  });
  test.each<[Partial<CompiledImportRule>, RowValues, boolean]>([
    [{}, {}, true],
    [{}, one("push", ["P"]), false],
    [{}, one("push", ["Q"]), true],
    [{}, one("vault", ["Q"]), false],
    [{ action: "unbind", policyId: null }, one("push", []), false],
    [{ action: "unbind", policyId: null }, one("push", ["Q"]), true],
    [{ action: "unbind", policyId: "P" }, one("push", ["Q"]), false],
    [{ action: "unbind", policyId: null }, one("push", ["Q"], out), false],
    [{ action: "delete", policyId: null }, one("push", []), true],
    [{ action: "delete", policyId: null }, one("push", [], out), false],
    [{ action: "delete", policyId: null }, one("push", [], back, false), false],
    [{ action: "delete", policyId: null }, { managedSystems: [{ enabled: false }] }, true],
    [{ action: "delete", policyId: null }, {}, false],
  ])("by %o where it is %o: %s", (part, row, expected) => {
    expect(holds(isToChange(rule({ ...part, objectType: "managedSystem" })), row)).toBe(expected);
  });
});
