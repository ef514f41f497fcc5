import { flag, guid, text, time } from "../format/builders.ts";
import { one } from "../format/relations.ts";
import { index, resource, unique } from "../format/resource.ts";
import { ownedRole, ownersOfRole } from "./owned-role.ts";

/** Memberships of users in roles. */
export const roleMembers = resource("roleMembers", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "RoleMember", key: "roleMemberKey" },
  properties: {
    key: guid().policy().shown("Key of the membership."),
    roleKey: guid().lookedUp().policy().shown("Key of the role."),
    userKey: guid().policy().shown("Key of the member."),
    from: time().initially(0).shown("Time since which the user has the role."),
  },
  relations: { role: one("roles", "roleKey"), person: one("users", "userKey"), ...ownersOfRole },
  indexes: [unique("olderClaim", "userKey", "roleKey"), index("roleKey")],
  policies: { roleMember: ownedRole },
});

/** Owners of roles, who prepare their versions. */
export const roleOwners = resource("roleOwners", {
  class: "shared",
  holds: "data",
  key: "key",
  properties: {
    key: guid(),
    roleKey: guid(),
    userKey: guid(),
  },
  relations: { person: one("users", "userKey") },
  indexes: [unique("olderClaim", "roleKey", "userKey"), index("userKey")],
});

/** Owners of groups. */
export const groupOwners = resource("groupOwners", {
  class: "shared",
  holds: "data",
  key: "key",
  properties: {
    key: guid(),
    groupKey: guid(),
    userKey: guid(),
    /** True if a discovery has found the owner in the group; false if they were added by hand, or by a request. */
    fromTarget: flag(false),
  },
  relations: { person: one("users", "userKey") },
  indexes: [unique("derivedKey", "groupKey", "userKey"), index("userKey")],
});

/** Bindings of managed systems to policies. */
export const managedSystemBindings = resource("managedSystemBindings", {
  class: "shared",
  holds: "data",
  key: "key",
  properties: {
    key: guid(),
    policyId: text(),
    managedSystemKey: guid(),
  },
  indexes: [unique("derivedKey", "policyId", "managedSystemKey"), index("managedSystemKey")],
});
