import { expect, test } from "vitest";

import { bindUserCondition } from "#bin/read-conditions.ts";

import { tablesOf } from "./tables-of.ts";

test.each<[string, string[]]>([
  ["displayName eq 'Ada'", ["users"]],
  ["attributes/any(a:a/name eq 'department' and a/value eq 'IT')", ["userAttributes", "users"]],
  ["not classes/any(c:c/id eq 'IT')", ["userClassMembers", "userClasses", "users"]],
  [
    "accounts/any(a:a/enabled and a/targetSystem/type eq 'ldap' and a/groupMemberships/any(m:m/group/shortId eq 'x'))",
    ["accounts", "groupMemberships", "groups", "targetSystems", "users"],
  ],
  ["accounts/$count gt 1 or roles/any()", ["accounts", "roleMembers", "roles", "users"]],
])("%s depends on %o", async (text, tables) => {
  expect(tablesOf("users", await bindUserCondition(text))).toEqual(tables);
});
