import { flag, guid, text } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Memberships of accounts in groups. */
export const groupMemberships = resource("groupMemberships", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "GroupMembership", key: "groupMembershipKey" },
  properties: {
    key: guid().policy().shown("Key of the membership."),
    groupKey: guid().policy().shown("Key of the group."),
    accountKey: guid().policy().shown("Key of the member account."),
    shownByTarget: flag()
      .optional()
      .shown(
        "True if the last discovery found the membership; false if the target system does not show all members of the group, null if the service created the membership and no discovery has run since.",
      ),
    throughGroup: text()
      .optional()
      .shown(
        "Name of the nested group by which the account is a member; null for a direct membership. Only direct memberships can be ended.",
      ),
  },
  relations: {
    group: one("groups", "groupKey"),
    account: one("accounts", "accountKey"),
  },
  indexes: [unique("derivedKey", "groupKey", "accountKey"), index("accountKey")],
  policies: {
    groupMembership: { lists: { ownerKeys: { relation: "account", column: "userKey" } } },
  },
});
