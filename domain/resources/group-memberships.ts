import { guid } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Which accounts are members of which groups. */
export const groupMemberships = resource("groupMemberships", {
  class: "shared",
  key: "key",
  entity: { type: "GroupMembership", key: "groupMembershipKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    groupKey: guid().policy().shown("The group."),
    accountKey: guid().policy().shown("The account that is a member of it."),
  },
  relations: {
    group: one("groups", "groupKey"),
    account: one("accounts", "accountKey"),
  },
  indexes: [unique("groupKey", "accountKey"), index("accountKey")],
  policies: {
    groupMembership: { lists: { ownerKeys: { relation: "account", column: "userKey" } } },
  },
});
