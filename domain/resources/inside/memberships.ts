import { flag, guid, text } from "../format/builders.ts";
import { one } from "../format/relations.ts";
import { index, resource, unique } from "../format/resource.ts";

/** Roles of users. */
export const roleMembers = resource("roleMembers", {
  class: "shared",
  key: "key",
  properties: {
    key: guid(),
    roleKey: guid(),
    userKey: guid(),
  },
  indexes: [unique("userKey", "roleKey"), index("roleKey")],
});

/** Owners of groups. */
export const groupOwners = resource("groupOwners", {
  class: "shared",
  key: "key",
  properties: {
    key: guid(),
    groupKey: guid(),
    userKey: guid(),
    /** True if a discovery has found the owner in the group; false if they were added by hand, or by a request. */
    fromTarget: flag(false),
  },
  relations: { person: one("users", "userKey") },
  indexes: [unique("groupKey", "userKey"), index("userKey")],
});

/** Bindings of managed systems to policies. */
export const managedSystemBindings = resource("managedSystemBindings", {
  class: "shared",
  key: "key",
  properties: {
    key: guid(),
    policyId: text(),
    managedSystemKey: guid(),
  },
  indexes: [unique("policyId", "managedSystemKey"), index("managedSystemKey")],
});
