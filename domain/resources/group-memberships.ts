import { flag, guid, text } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Memberships of accounts in groups. */
export const groupMemberships = resource("groupMemberships", {
  class: "shared",
  key: "key",
  entity: { type: "GroupMembership", key: "groupMembershipKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    groupKey: guid().policy().shown("The group."),
    accountKey: guid().policy().shown("The account that is a member of it."),
    shownByTarget: flag()
      .optional()
      .shown(
        "Whether the last discovery has seen it; false = its target does not show all members of the group, null = it was made here, and no discovery has come since.",
      ),
    throughGroup: text()
      .optional()
      .shown(
        "The name of the group inside the group by which the account is a member; null = it is one itself. Only that can be ended.",
      ),
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
