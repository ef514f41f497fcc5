import { flag, guid, text } from "../format/builders.ts";
import { one } from "../format/relations.ts";
import { index, resource, unique } from "../format/resource.ts";

/** Which users have which roles. */
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

/** Who owns which groups. */
export const groupOwners = resource("groupOwners", {
  class: "shared",
  key: "key",
  properties: {
    key: guid(),
    groupKey: guid(),
    userKey: guid(),
    /** Whether a discovery has found them by what the group says; false = by hand, or by a request. */
    fromTarget: flag(false),
  },
  relations: { person: one("users", "userKey") },
  indexes: [unique("groupKey", "userKey"), index("userKey")],
});

/** Which managed systems are under which policies. */
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
