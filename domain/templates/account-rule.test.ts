import { describe, expect, test } from "vitest";

import { accountFor, type AccountOperation, accountRuleFault, accountRuleOf, isLeftOut } from "./account-rule.ts";

const one = (code: AccountOperation["code"], account: AccountOperation["account"] = null): AccountOperation => ({
  code,
  targetSystemKey: "T1",
  account,
});

describe("the account of an operation of a template", () => {
  test.each<[AccountOperation, readonly AccountOperation[], string | null]>([
    [one("ACUA"), [], "created"],
    [one("GRUA"), [], "own"],
    [one("GRUA"), [one("ACUA")], "created"],
    [one("GRUA"), [one("ACUA", "ownOrCreated")], "ownOrCreated"],
    [one("GRUA"), [{ ...one("ACUA"), targetSystemKey: "T2" }], "own"],
    [one("GRUA", "own"), [one("ACUA")], "own"],
    [one("DELU"), [one("ACUA")], "own"],
    [one("CRTG"), [], null],
  ])("%j beside %j is found as %s", (operation, others, rule) => {
    expect(accountRuleOf(operation, [...others, operation])).toBe(rule);
  });

  test.each<[AccountOperation, readonly AccountOperation[], string]>([
    [one("ACUA", "own"), [], "must be created or ownOrCreated"],
    [one("CRTG", "own"), [], "must be null"],
    [one("GRUA", "created"), [], "must be own or null"],
    [one("DELU", "created"), [one("ACUA")], "must be own or null"],
    [one("GRUA", "created"), [one("ACUA", "ownOrCreated")], "must be own or ownOrCreated"],
  ])("%j beside %j is refused", (operation, others, rule) => {
    expect(accountRuleFault(operation, [...others, operation])).toContain(rule);
  });

  test("a created account is left out for a recipient who has one, if the template says so", () => {
    expect(isLeftOut(one("ACUA", "ownOrCreated"), ["a"])).toBe(true);
    expect(isLeftOut(one("ACUA", "ownOrCreated"), [])).toBe(false);
    expect(isLeftOut(one("ACUA"), ["a"])).toBe(false);
  });

  test("the recipient's account is named if there is exactly one", () => {
    const all = [one("ACUA", "ownOrCreated"), one("GRUA")];
    expect(accountFor(one("GRUA"), all, [])).toEqual({ accountKey: null });
    expect(accountFor(one("GRUA"), all, ["a"])).toEqual({ accountKey: "a" });
    expect(accountFor(one("GRUA"), all, ["a", "b"])).toEqual({ fault: expect.stringContaining("several accounts") });
    expect(accountFor(one("GRUA"), [one("GRUA")], [])).toEqual({
      fault: "The recipient has no account on 'T1'. Request one first.",
    });
  });
});
