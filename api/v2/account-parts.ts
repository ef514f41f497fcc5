import { accountAttributes as attributes } from "#domain/resources/account-attributes.ts";
import { groupMemberships } from "#domain/resources/group-memberships.ts";

import { resourceSet } from "./resource-set.ts";
import { attributeData } from "./target-attributes.ts";

/** The attributes that a target keeps of an account, a row per value. */
export const accountAttributes = resourceSet(attributes, {
  path: "accounts/attributes",
  usualOrder: ["name", "sequence"],
  properties: { data: attributeData },
});

/** The groups that an account is a member of. */
export const accountMemberships = resourceSet(groupMemberships, {
  path: "accounts/groupMemberships",
  ways: { group: "linked" },
});
