import { text, guid } from "../format/builders.ts";
import { many, one } from "../format/relations.ts";
import { index, resource, unique } from "../format/resource.ts";

/** Classes of users. */
export const userClasses = resource("userClasses", {
  class: "shared",
  key: "id",
  properties: {
    id: text().searched(),
    description: text(400).searched(),
  },
  relations: {
    memberships: many("userClassMembers", "userClassId"),
  },
});

/** Which users are members of which classes. */
export const userClassMembers = resource("userClassMembers", {
  class: "shared",
  key: "key",
  properties: {
    key: guid(),
    userClassId: text(),
    userKey: guid(),
  },
  relations: {
    user: one("users", "userKey"),
    userClass: one("userClasses", "userClassId"),
  },
  indexes: [unique("userKey", "userClassId"), index("userClassId")],
});

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
  },
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
