import { expect, it } from "vitest";

import { roleDifference } from "#domain/roles/role-difference.ts";

import type { NamedEntitlement, RoleContent } from "../../api/model.ts";
import { contentOf, namedEntitlement } from "./role-content.ts";

const none = { targetSystemKey: null, groupKey: null, roleKey: null, attributes: null };
const entitlements: readonly NamedEntitlement[] = [
  { ...none, kind: "account", targetSystemKey: "T", attributes: { a: ["b"] } },
  { ...none, kind: "membership", groupKey: "g" },
  { ...none, kind: "role", roleKey: "r" },
];
const read: RoleContent = {
  description: null,
  condition: null,
  surplus: "none",
  deficit: "none",
  asksPhases: false,
  entitlements,
};

it("compares what was read, whatever else stands beside it", () => {
  const draft = { ...read, number: 2, comment: "another reason" };
  expect(roleDifference(contentOf(read), contentOf(draft))).toEqual({
    fields: [],
    added: [],
    removed: [],
    changed: [],
  });
  const fewer = { ...read, entitlements: entitlements.slice(1) };
  expect(roleDifference(contentOf(read), contentOf(fewer)).removed.map(namedEntitlement)).toEqual([entitlements[0]]);
});

it("finds no difference between an account without attributes and one of which none are named", () => {
  const [account] = entitlements;
  const withNone = (attributes: NamedEntitlement["attributes"]) =>
    contentOf({ ...read, entitlements: account === undefined ? [] : [{ ...account, attributes }] });
  expect(roleDifference(withNone(null), withNone({}))).toMatchObject({ added: [], removed: [], changed: [] });
});
